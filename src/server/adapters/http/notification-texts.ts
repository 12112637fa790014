import { acceptedLanguages, chooseTag, directionOf } from '../../../protocol/values/language-tag.js';

/** Text of a notification page, and its link to the shop. */
export interface NotificationText {
  /** A language tag (BCP 47). */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly sentence: string;
  /** Also the title of the page. */
  readonly link: string;
}

/** The texts by language. The Serbian text is in Latin letters, as that of the elements. */
const TEXTS: Readonly<Record<string, readonly [sentence: string, link: string]>> = {
  ar: ['عُد إلى المتجر لمعرفة نتيجة عملية الدفع.', 'العودة إلى المتجر'],
  bg: ['Върнете се в магазина, за да видите резултата от плащането.', 'Към магазина'],
  ca: ['Torneu a la botiga per veure el resultat del pagament.', 'Torna a la botiga'],
  cs: ['Výsledek platby zjistíte po návratu do obchodu.', 'Zpět do obchodu'],
  da: ['Gå tilbage til butikken for at se resultatet af betalingen.', 'Tilbage til butikken'],
  de: ['Das Ergebnis Ihrer Zahlung sehen Sie im Shop.', 'Zurück zum Shop'],
  el: ['Επιστρέψτε στο κατάστημα για να δείτε το αποτέλεσμα της πληρωμής σας.', 'Επιστροφή στο κατάστημα'],
  es: ['Vuelva a la tienda para ver el resultado del pago.', 'Volver a la tienda'],
  et: ['Makse tulemuse nägemiseks minge tagasi poodi.', 'Tagasi poodi'],
  fa: ['برای دیدن نتیجهٔ پرداخت به فروشگاه بازگردید.', 'بازگشت به فروشگاه'],
  fi: ['Näet maksun tuloksen palaamalla kauppaan.', 'Takaisin kauppaan'],
  fil: ['Bumalik sa tindahan para makita ang resulta ng bayad mo.', 'Bumalik sa tindahan'],
  fr: ['Retournez à la boutique pour voir le résultat de votre paiement.', 'Retour à la boutique'],
  he: ['כדי לראות את תוצאת התשלום יש לחזור לחנות.', 'חזרה לחנות'],
  hi: ['अपने भुगतान का नतीजा देखने के लिए दुकान पर वापस जाएँ।', 'दुकान पर वापस जाएँ'],
  hr: ['Vratite se u trgovinu da biste vidjeli rezultat plaćanja.', 'Natrag u trgovinu'],
  hu: ['A fizetés eredményét a boltba visszatérve láthatja.', 'Vissza a boltba'],
  id: ['Kembali ke toko untuk melihat hasil pembayaran Anda.', 'Kembali ke toko'],
  is: ['Farðu aftur í verslunina til að sjá niðurstöðu greiðslunnar.', 'Aftur í verslunina'],
  it: ['Torni al negozio per vedere l’esito del pagamento.', 'Torna al negozio'],
  ja: ['ショップに戻って、お支払いの結果をご確認ください。', 'ショップに戻る'],
  ko: ['결제 결과를 확인하려면 상점으로 돌아가세요.', '상점으로 돌아가기'],
  lt: ['Grįžkite į parduotuvę, kad pamatytumėte mokėjimo rezultatą.', 'Grįžti į parduotuvę'],
  lv: ['Atgriezieties veikalā, lai redzētu maksājuma rezultātu.', 'Atpakaļ uz veikalu'],
  ms: ['Kembali ke kedai untuk melihat keputusan pembayaran anda.', 'Kembali ke kedai'],
  nb: ['Gå tilbake til butikken for å se resultatet av betalingen.', 'Tilbake til butikken'],
  nl: ['Ga terug naar de winkel om het resultaat van uw betaling te zien.', 'Terug naar de winkel'],
  pl: ['Wróć do sklepu, aby zobaczyć wynik płatności.', 'Wróć do sklepu'],
  pt: ['Volte à loja para ver o resultado do pagamento.', 'Voltar à loja'],
  'pt-BR': ['Volte à loja para ver o resultado do seu pagamento.', 'Voltar à loja'],
  ro: ['Reveniți la magazin pentru a vedea rezultatul plății.', 'Înapoi la magazin'],
  ru: ['Вернитесь в магазин, чтобы узнать результат оплаты.', 'Вернуться в магазин'],
  sk: ['Výsledok platby zistíte po návrate do obchodu.', 'Späť do obchodu'],
  sl: ['Vrnite se v trgovino, da vidite izid plačila.', 'Nazaj v trgovino'],
  'sr-Latn': ['Vratite se u prodavnicu da biste videli rezultat plaćanja.', 'Nazad u prodavnicu'],
  sv: ['Gå tillbaka till butiken för att se resultatet av betalningen.', 'Tillbaka till butiken'],
  th: ['กลับไปที่ร้านค้าเพื่อดูผลการชำระเงินของคุณ', 'กลับไปที่ร้านค้า'],
  tr: ['Ödemenizin sonucunu görmek için mağazaya dönün.', 'Mağazaya dön'],
  uk: ['Поверніться до магазину, щоб побачити результат оплати.', 'Повернутися до магазину'],
  vi: ['Hãy quay lại cửa hàng để xem kết quả thanh toán.', 'Quay lại cửa hàng'],
  'zh-Hans': ['请返回商店查看付款结果。', '返回商店'],
  'zh-Hant': ['請返回商店查看付款結果。', '返回商店'],
};

const ENGLISH: NotificationText = {
  language: 'en',
  direction: 'ltr',
  sentence: 'Go back to the shop to see the result of your payment.',
  link: 'Back to the shop',
};

/** Returns the text in the first language of an `Accept-Language` header that has one; English without one. */
export function notificationText(acceptLanguage: string | undefined): NotificationText {
  const language = chooseTag(acceptedLanguages(acceptLanguage ?? ''), ['en', ...Object.keys(TEXTS)]) ?? 'en';
  const text = TEXTS[language];
  if (!text) return ENGLISH;
  const [sentence, link] = text;
  return { language, direction: directionOf(language), sentence, link };
}
