import type { ElementManifest } from '../shared/shop-client.js';
import type { KnownNames } from './theme.js';

/** A part or slot of the elements, with its description. */
export interface NamedPlace {
  readonly name: string;
  readonly description: string;
}

/** A custom property of the elements. */
export interface StyleProperty extends NamedPlace {
  /** The default value. */
  readonly standard: string;
}

/** The properties, parts and slots of `<scudo-checkout>`, from the manifest of the elements (custom-elements.json). */
export interface ThemeNames {
  /** The names have no `--scudo-`. */
  readonly properties: readonly StyleProperty[];
  readonly parts: readonly NamedPlace[];
  readonly slots: readonly NamedPlace[];
}

export function themeNamesIn(manifest: ElementManifest): ThemeNames {
  const checkout = manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName === 'scudo-checkout');
  const place = ({ name, description = '' }: { readonly name: string; readonly description?: string }) => ({
    name,
    description,
  });
  return {
    properties: (checkout?.cssProperties ?? []).map(({ name, description = '', default: standard = '' }) => ({
      name: name.replace('--scudo-', ''),
      description,
      standard,
    })),
    parts: (checkout?.cssParts ?? []).map(place),
    slots: (checkout?.slots ?? [])
      .filter(({ name }) => name !== '')
      .flatMap((slot) => [place(slot), ...siblings(slot)]),
  };
}

/** The manifest describes the slots of all outcomes with the one of paid orders. */
function siblings({ name, description = '' }: { readonly name: string; readonly description?: string }): NamedPlace[] {
  const names = description.match(/\boutcome-[a-z]+(?:-[a-z]+)*/g) ?? [];
  return [...new Set(names)]
    .filter((other) => other !== name)
    .map((other) => ({ name: other, description: `Content of the outcome ${other.replace('outcome-', '')}` }));
}

/** Returns the names that an address may have. */
export function knownNames({ properties, parts, slots }: ThemeNames): KnownNames {
  const names = (places: readonly NamedPlace[]) => places.map(({ name }) => name);
  return { properties: names(properties), parts: names(parts), slots: names(slots) };
}
