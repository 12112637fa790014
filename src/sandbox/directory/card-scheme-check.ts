import { cardBrand, type CardScheme } from '../../protocol/values/card-scheme.js';
import type { CardProfile } from '../cards/behaviours.js';

/**
 * Returns false if a card number belongs to other schemes. A card file may give a number another scheme than its
 * first digits, as co-badged cards have two. A number of no known scheme fits every scheme.
 */
export function fitsScheme(number: string, scheme: CardScheme, profile: CardProfile | undefined): boolean {
  const schemes = [profile?.scheme, cardBrand(number)?.scheme].filter((one) => one !== undefined);
  return schemes.length === 0 || schemes.includes(scheme);
}
