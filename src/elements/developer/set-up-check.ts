import { FORM_LAYOUTS, LABEL_PLACES } from '../../protocol/adapter/card-frame-lists.js';
import { ORDERED_FIELDS } from '../../protocol/adapter/form-fields.js';
import { standardTag } from '../../protocol/values/language-tag.js';
import { isLike } from '../../protocol/values/similar-name.js';
import { originOf } from './policy-watch.js';
import { PATIENCE, write, type CheckedElement, type Mistake } from './write-mistake.js';

/** Properties with a list of values. Each is an attribute as well, except `fieldOrder`. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  fields: ['inline', 'isolated'],
  prepare: ['on-number', 'on-pay'],
  challenge: ['dialog', 'inline'],
  layout: FORM_LAYOUTS,
  labels: LABEL_PLACES,
  fieldOrder: ORDERED_FIELDS,
};

/** The languages of the package, which are in another file of the build. */
export const KNOWN_LANGUAGES =
  'ar bg ca cs da de el en en-US es es-419 et fa fi fil fr fr-CA he hi hr hu id is it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr-Latn sv th tr uk vi zh-Hans zh-Hant';
/** Other tags that are resolved to one of these. */
const OTHER_LANGUAGES = 'no nn iw in tl sr zh';
const primary = (tag: string) => standardTag(tag).toLowerCase().split('-')[0] ?? '';
const PRIMARY = new Set(`${KNOWN_LANGUAGES} ${OTHER_LANGUAGES}`.split(' ').map(primary));

/**
 * Checks an element: unknown values and names of attributes now and after each change, and a missing backend or order
 * when it is still missing after some seconds.
 */
export function checkSetUp(host: CheckedElement): void {
  checkAttributes(host);
  const isIncomplete = mistakesOf(host).length > 0;
  const cancel = isIncomplete
    ? host.clock.after(PATIENCE, () => {
        for (const mistake of mistakesOf(host)) write(host, mistake);
      })
    : undefined;
  // An element that is inserted again is checked again.
  const check = {
    hostUpdated: () => checkAttributes(host),
    hostDisconnected() {
      cancel?.();
      host.removeController(check);
    },
  };
  host.addController(check);
}

function checkAttributes(host: CheckedElement): void {
  const name = `<${host.localName}>`;
  for (const [property, values] of Object.entries(VALUES)) {
    const given = (host as unknown as Readonly<Record<string, unknown>>)[property] ?? host.getAttribute(property) ?? [];
    for (const value of Array.isArray(given) ? (given as unknown[]) : [given]) {
      if (value === '' || values.some((one) => one === value)) continue;
      const has = Array.isArray(given) ? `"${String(value)}" in ${property}` : `${property}="${String(value)}"`;
      const what = `${name} has ${has}, which is none of its values: ${values.join(', ')}.`;
      write(host, { code: 'unknown-value', what, subject: `${property} ${String(value)}` });
    }
  }
  const known = (host.constructor as unknown as { readonly observedAttributes: readonly string[] }).observedAttributes;
  for (const attribute of host.getAttributeNames()) {
    if (known.includes(attribute) || OF_HTML.test(attribute)) continue;
    const meant = known.find((one) => isLike(attribute, one));
    if (meant === undefined) continue;
    const what = `${name} has the attribute ${attribute}, which has no effect. Did you mean ${meant}?`;
    write(host, { code: 'unknown-attribute', what, subject: attribute });
  }
}

/** Attributes that have a meaning on every element. */
const OF_HTML = /^(?:data-.*|aria-.*|on.*|class|style|id|slot|part|lang|dir|hidden|tabindex|title|role)$/;

/** The attributes that are missing, and a language without texts. */
function mistakesOf(host: CheckedElement): Mistake[] {
  const { localName, lang, backend, order, adapter } = host;
  const name = `<${localName}>`;
  const { language } = host as unknown as { readonly language?: { readonly tag: string } };
  const mistakes: Mistake[] = [];
  if (lang !== '' && !PRIMARY.has(primary(lang)) && primary(language?.tag ?? 'en') !== primary(lang)) {
    const what = `${name} has lang="${lang}", and there are no texts for it.`;
    const more = ` The languages are ${KNOWN_LANGUAGES.replaceAll(' ', ', ')}.`;
    mistakes.push({ code: 'unknown-language', what, subject: lang, more });
  }
  if (backend === '' && adapter === undefined) {
    mistakes.push({ code: 'no-backend', what: `${name} has no attribute backend.` });
  } else if (backend !== '' && originOf(backend) === undefined) {
    mistakes.push({ code: 'no-backend', what: `${name} has backend="${backend}", which is not an address.` });
  }
  if (order === '') mistakes.push({ code: 'no-order', what: `${name} has no attribute order.` });
  return mistakes;
}
