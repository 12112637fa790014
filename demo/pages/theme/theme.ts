import { PRESETS } from '../shared/presets.js';

/** Texts of a theme by name: values of custom properties, messages, rules of parts, or contents of slots. */
export type Texts = Readonly<Record<string, string>>;

/** The theme of a checkout as data. It fits into an address, and into the CSS and HTML of a page. */
export interface Theme {
  readonly preset: string;
  /** Empty for the language of the page, then of the browser. */
  readonly lang: string;
  /** Empty for the direction of the language. */
  readonly dir: '' | 'ltr' | 'rtl';
  /** Empty for the color scheme of the system; `both` shows light and dark beside each other. */
  readonly scheme: '' | 'light' | 'dark' | 'both';
  readonly challenge: '' | 'inline';
  /** Empty for a list of the payment methods. */
  readonly layout: '' | 'tabs' | 'compact';
  /** Empty for labels above the fields. */
  readonly labels: '' | 'inset' | 'floating';
  /** `own` for a button of the page in place of the element's. */
  readonly button: '' | 'own';
  /** The width of the frame in pixels; 0 for the full width. */
  readonly width: number;
  /** The values of custom properties, by name without `--scudo-`. */
  readonly values: Texts;
  /** Messages of the page, by key. */
  readonly messages: Texts;
  /** CSS declarations, by the name of a part. */
  readonly parts: Texts;
  /** Text, by the name of a slot. */
  readonly slots: Texts;
}

/** The names that an element offers to a theme, from its manifest. */
export interface KnownNames {
  readonly properties: readonly string[];
  readonly parts: readonly string[];
  readonly slots: readonly string[];
}

/** The presets. The first one is the default theme of the elements. */
export const THEME_PRESETS = ['default', ...PRESETS] as const;

export const PLAIN: Theme = {
  preset: 'default',
  lang: '',
  dir: '',
  scheme: '',
  challenge: '',
  layout: '',
  labels: '',
  button: '',
  width: 0,
  values: {},
  messages: {},
  parts: {},
  slots: {},
};

/** The maximum length of a text. */
export const LONGEST = 200;

/** Refuses functions that load a file (CSS Values 5, `url()` and `src()`; CSS Images 4, `image-set()`) and comments. */
const LOADS_NOTHING = '(?!.*(?:/\\*|(?:[uU][rR][lL]|[iI][mM][aA][gG][eE]-[sS][eE][tT]|[sS][rR][cC])\\())';

/**
 * Matches a value that stays within its declaration and loads nothing. A function can be written with an escape, so
 * there are none. Also the pattern of text fields.
 */
export const WITHIN = `${LOADS_NOTHING}[^\\{\\};\\\\]*`;

/** Matches declarations that stay within their rule and load nothing. Also the pattern of text fields. */
export const DECLARATIONS = `${LOADS_NOTHING}[^\\{\\}<>@\\\\]*`;

/** Matches a line of text. */
const LINE = '\\P{Cc}*';

/** The groups of texts: the prefix of their names in an address, and the pattern of a text. */
const GROUPS = {
  values: { prefix: '--', pattern: WITHIN },
  messages: { prefix: 'word.', pattern: LINE },
  parts: { prefix: 'part.', pattern: DECLARATIONS },
  slots: { prefix: 'slot.', pattern: LINE },
} as const;

export type TextGroup = keyof typeof GROUPS;

const TEXT_GROUPS: readonly TextGroup[] = ['values', 'messages', 'parts', 'slots'];

/** The name of a message. Elements ignore messages that they do not have. */
const MESSAGE_NAME = /^[a-z][a-z0-9-]{0,50}$/;

/** Returns the theme of an address. Unknown and invalid values are left out. */
export function themeFrom(query: URLSearchParams, known: KnownNames): Theme {
  const choice = <Value extends string>(name: string, values: readonly Value[]): Value | '' =>
    values.find((one) => one === query.get(name)) ?? '';
  const width = Number(query.get('width') ?? 0);
  const messageNames = [...query.keys()]
    .filter((key) => key.startsWith(GROUPS.messages.prefix))
    .map((key) => key.slice(GROUPS.messages.prefix.length));
  const texts = (group: TextGroup, names: readonly string[]): Texts =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = query.get(`${GROUPS[group].prefix}${name}`)?.trim() ?? '';
        return text !== '' && isAllowed(group, text) ? [[name, text]] : [];
      }),
    );
  return {
    preset: THEME_PRESETS.find((one) => one === query.get('preset')) ?? 'default',
    lang: /^[\w-]{2,20}$/.exec(query.get('lang') ?? '')?.[0] ?? '',
    dir: choice('dir', ['ltr', 'rtl']),
    scheme: choice('scheme', ['light', 'dark', 'both']),
    challenge: choice('challenge', ['inline']),
    layout: choice('layout', ['tabs', 'compact']),
    labels: choice('labels', ['inset', 'floating']),
    button: choice('button', ['own']),
    width: Number.isInteger(width) && width >= 240 && width <= 1600 ? width : 0,
    values: texts('values', known.properties),
    messages: texts(
      'messages',
      messageNames.filter((name) => MESSAGE_NAME.test(name)),
    ),
    parts: texts('parts', known.parts),
    slots: texts('slots', known.slots),
  };
}

/** True for the name of a parameter that changes texts of a theme, or its direction. */
export function isThemeText(parameter: string): boolean {
  return parameter === 'dir' || TEXT_GROUPS.some((group) => parameter.startsWith(GROUPS[group].prefix));
}

/** True for a text that a theme may have in a group. */
export function isAllowed(group: TextGroup, text: string): boolean {
  return text.length <= LONGEST && new RegExp(`^${GROUPS[group].pattern}$`, 'su').test(text);
}

/** Returns the query of a theme, without defaults. */
export function queryOf(theme: Theme): string {
  const query = new URLSearchParams();
  for (const name of ['preset', 'lang', 'dir', 'scheme', 'challenge', 'layout', 'labels', 'button', 'width'] as const)
    if (theme[name] !== PLAIN[name]) query.set(name, String(theme[name]));
  for (const group of TEXT_GROUPS)
    for (const [name, text] of Object.entries(theme[group])) query.set(`${GROUPS[group].prefix}${name}`, text);
  return query.toString();
}

/** Returns a theme with one text changed. An empty text is removed. */
export function withText(theme: Theme, group: TextGroup, name: string, text: string): Theme {
  const { [name]: _before, ...rest } = theme[group];
  return { ...theme, [group]: text === '' ? rest : { ...rest, [name]: text } };
}
