import { scenesOf } from '../gallery/scenes.js';
import { stagedScene } from '../gallery/staged-scene.js';

/**
 * Creates a small picture of a preset: the checkout itself with a scripted shop, in a tree where only the style sheet
 * of this preset applies.
 */
export function presetThumbnail(sheet: CSSStyleSheet | undefined): HTMLElement {
  const picture = document.createElement('span');
  picture.className = 'thumbnail';
  picture.inert = true;
  picture.ariaHidden = 'true';
  const root = picture.attachShadow({ mode: 'open' });
  const frame = new CSSStyleSheet();
  frame.replaceSync(`
    .stage {
      position: absolute;
      inset: 0 auto auto 0;
      inline-size: calc(100% / 0.27);
      padding: 16px;
      box-sizing: border-box;
      scale: 0.27;
      transform-origin: 0 0;
    }
    scudo-checkout { color-scheme: inherit }
  `);
  root.adoptedStyleSheets = sheet ? [frame, sheet] : [frame];
  root.append(stagedScene(scenesOf('form-empty')[0]!, 'en').place);
  return picture;
}
