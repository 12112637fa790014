import type { Scene } from './scene.js';
import { scriptedShop } from './scripted-shop.js';
import { Shopper } from './shopper.js';
import { settled, stillClock } from './still-clock.js';

/** A scene with its element, on the way to standing still. */
export interface Stage {
  readonly scene: Scene;
  /** What goes into the page. */
  readonly place: HTMLElement;
  /** Plays the scene, once, when it is in the page; resolves with what went wrong, if anything did. */
  readonly play: () => Promise<string | undefined>;
}

/** Puts the real element on a stage: with a shop that is scripted, and a clock that stands still. */
export function stageOf(scene: Scene, language: string, scheme = ''): Stage {
  const place = document.createElement('div');
  place.className = 'stage';
  place.dataset['scheme'] = scheme;
  const element = document.createElement(scene.element);
  const clock = stillClock();
  element.setAttribute('lang', language);
  Object.assign(element, { order: 'A1', adapter: scriptedShop(scene.shop ?? {}), clock, ...scene.props });
  const shopper = new Shopper(element, clock);
  place.append(scene.element === 'scudo-checkout' && scene.disabled ? disabledFieldset(element) : element);

  async function perform(): Promise<string | undefined> {
    // What is acted on takes the focus, and there are many here: nobody's focus and scroll are lost to them.
    place.inert = true;
    try {
      await scene.act?.(shopper);
      await shopper.sees(scene.reached);
      await shopper.hears(language);
      await settled();
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
