import { applyTexts } from '../theme/themed-page.js';
import { PLAIN, type Theme } from '../theme/theme.js';
import type { Scene } from './scene.js';
import { ORDER, scriptedShop } from './scripted-shop.js';
import { Shopper } from './shopper.js';
import type { SectionId } from './sections.js';
import { settle, stillClock } from './still-clock.js';

/**
 * The sections with challenges, whose scenes have orders of their own: the tab remembers the challenge of an order, and
 * other scenes of the order would mention it.
 */
const MID_PAYMENT: readonly SectionId[] = ['payment', 'challenge'];

/** A scene with its element. */
export interface StagedScene {
  readonly scene: Scene;
  /** The element to insert into the page. */
  readonly place: HTMLElement;
  /** Plays the scene once after it was inserted. Resolves with an error message if the scene was not reached. */
  readonly play: () => Promise<string | undefined>;
}

/** Creates the element of a scene with a scripted shop and a stopped clock. */
export function stagedScene(
  scene: Scene,
  language: string,
  scheme = '',
  theme: Pick<Theme, 'messages' | 'slots' | 'dir'> = PLAIN,
): StagedScene {
  const place = document.createElement('div');
  place.className = 'stage';
  place.dataset['scheme'] = scheme;
  const element = document.createElement(scene.element);
  const clock = stillClock();
  element.setAttribute('lang', language);
  if (theme.dir) element.setAttribute('dir', theme.dir);
  applyTexts(element, { ...theme, slots: { ...scene.slots, ...theme.slots } });
  const order = MID_PAYMENT.includes(scene.section) ? `${ORDER.id}-${Math.random()}` : ORDER.id;
  Object.assign(element, { order, adapter: scriptedShop(scene.shop ?? {}), clock, ...scene.props });
  const shopper = new Shopper(element, clock);
  place.append(scene.element === 'scudo-checkout' && scene.disabled ? disabledFieldset(element) : element);

  async function perform(): Promise<string | undefined> {
    // Many elements move the focus here. An inert place keeps the focus and scroll position of the reader.
    place.inert = true;
    try {
      await scene.act?.(shopper);
      await shopper.sees(scene.reached);
      await shopper.hasLanguage(language);
      await settle();
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      place.inert = false;
    }
  }

  let played: Promise<string | undefined> | undefined;
  return { scene, place, play: () => (played ??= perform()) };
}

function disabledFieldset(element: HTMLElement): HTMLFieldSetElement {
  const fieldset = document.createElement('fieldset');
  fieldset.disabled = true;
  fieldset.append(element);
  return fieldset;
}
