/**
 * The text of a frame whose page takes keys. It is in the script of the frame and not in the languages of the page,
 * because such a page could send another text.
 */
const TEXTS: Readonly<Record<string, string>> = {
  ar: 'هذه الصفحة تلتقط ما تكتبه. لا تُدخل بيانات بطاقتك هنا.',
  bg: 'Тази страница прихваща това, което пишете. Не въвеждайте картата си тук.',
  ca: 'Aquesta pàgina captura el que escriviu. No introduïu la targeta aquí.',
  cs: 'Tato stránka zachycuje, co píšete. Nezadávejte zde svou kartu.',
  da: 'Denne side opsnapper det, du skriver. Indtast ikke dit kort her.',
  de: 'Diese Seite greift ab, was Sie eingeben. Geben Sie Ihre Karte hier nicht ein.',
  el: 'Αυτή η σελίδα υποκλέπτει ό,τι πληκτρολογείτε. Μην εισαγάγετε την κάρτα σας εδώ.',
  en: 'This page takes what you type. Do not enter your card here.',
  es: 'Esta página captura lo que escribe. No introduzca su tarjeta aquí.',
  'es-419': 'Esta página captura lo que escribe. No ingrese su tarjeta aquí.',
  et: 'See leht püüab kinni selle, mida sisestate. Ärge sisestage siia oma kaarti.',
  fa: 'این صفحه آنچه را تایپ می‌کنید می‌رباید. کارت خود را اینجا وارد نکنید.',
  fi: 'Tämä sivu kaappaa kirjoittamasi tiedot. Älä syötä korttiasi tähän.',
  fil: 'Kinukuha ng page na ito ang tina-type mo. Huwag ilagay ang iyong card dito.',
  fr: 'Cette page intercepte ce que vous saisissez. Ne saisissez pas votre carte ici.',
  'fr-CA': 'Cette page intercepte ce que vous tapez. N’entrez pas votre carte ici.',
  he: 'הדף הזה לוכד את מה שמקלידים בו. אין להזין כאן את פרטי הכרטיס.',
  hi: 'यह पेज आपका टाइप किया हुआ पढ़ लेता है। यहाँ अपना कार्ड दर्ज न करें।',
  hr: 'Ova stranica presreće ono što upisujete. Ne unosite svoju karticu ovdje.',
  hu: 'Ez az oldal elfogja, amit beír. Ne adja meg itt a kártyáját.',
  id: 'Halaman ini menyadap yang Anda ketik. Jangan masukkan kartu Anda di sini.',
  is: 'Þessi síða hlerar það sem þú slærð inn. Ekki slá kortið þitt inn hér.',
  it: 'Questa pagina intercetta ciò che digita. Non inserisca qui la sua carta.',
  ja: 'このページは入力内容を読み取っています。ここにカード情報を入力しないでください。',
  ko: '이 페이지가 입력 내용을 가로채고 있습니다. 여기에 카드 정보를 입력하지 마세요.',
  lt: 'Šis puslapis perima tai, ką rašote. Neįveskite čia savo kortelės.',
  lv: 'Šī lapa pārtver to, ko rakstāt. Neievadiet šeit savu karti.',
  ms: 'Halaman ini memintas apa yang anda taip. Jangan masukkan kad anda di sini.',
  nb: 'Denne siden fanger opp det du skriver. Ikke oppgi kortet ditt her.',
  nl: 'Deze pagina onderschept wat u typt. Voer uw kaart hier niet in.',
  pl: 'Ta strona przechwytuje to, co wpisujesz. Nie podawaj tutaj danych karty.',
  pt: 'Esta página interceta o que escreve. Não introduza aqui o seu cartão.',
  'pt-BR': 'Esta página captura o que você digita. Não informe seu cartão aqui.',
  ro: 'Această pagină interceptează ceea ce tastați. Nu introduceți cardul aici.',
  ru: 'Эта страница перехватывает то, что вы вводите. Не вводите здесь данные карты.',
  sk: 'Táto stránka zachytáva, čo píšete. Nezadávajte tu svoju kartu.',
  sl: 'Ta stran prestreza, kar vnašate. Tukaj ne vnašajte svoje kartice.',
  sr: 'Ova stranica presreće ono što kucate. Ne unosite svoju karticu ovde.',
  sv: 'Den här sidan fångar upp det du skriver. Ange inte ditt kort här.',
  th: 'หน้านี้ดักข้อมูลที่คุณพิมพ์ อย่ากรอกข้อมูลบัตรที่นี่',
  tr: 'Bu sayfa yazdıklarınızı ele geçiriyor. Kartınızı buraya girmeyin.',
  uk: 'Ця сторінка перехоплює те, що ви вводите. Не вводьте тут дані картки.',
  vi: 'Trang này thu lại những gì bạn nhập. Đừng nhập thẻ của bạn ở đây.',
  'zh-Hans': '此页面会截取您输入的内容。请勿在此输入您的银行卡信息。',
  'zh-Hant': '此頁面會擷取您輸入的內容。請勿在此輸入您的信用卡資料。',
};

/** Returns the text in each of the languages that have one, and in English if none has one. */
export function takenKeysTexts(languages: readonly string[]): readonly string[] {
  const found = languages.flatMap((tag) => textIn(tag) ?? []);
  return [...new Set(found.length > 0 ? found : [TEXTS['en'] ?? ''])];
}

function textIn(tag: string): string | undefined {
  const { language, region, script } = localeOf(tag);
  const wanted = OTHER_NAMES[language] ?? language;
  return TEXTS[`${wanted}-${region}`] ?? TEXTS[`${wanted}-${script}`] ?? TEXTS[wanted];
}

/** Tags of languages that have a text under another one. */
const OTHER_NAMES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id', tl: 'fil' };

/** The region and the likely script of a tag. Spanish of any country but Spain is that of Latin America. */
function localeOf(tag: string): { readonly language: string; readonly region: string; readonly script: string } {
  try {
    const locale = new Intl.Locale(tag);
    const { language, region = '' } = locale;
    const isLatinAmerican = language === 'es' && region !== '' && region !== 'ES';
    return { language, region: isLatinAmerican ? '419' : region, script: locale.maximize().script ?? '' };
  } catch {
    return { language: '', region: '', script: '' };
  }
}
