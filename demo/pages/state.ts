import 'scudo-checkout';
import { scenesOf } from './gallery/scenes.js';
import { stagedScene } from './gallery/staged-scene.js';
import { applyPreset } from './theme/preset-link.js';
import { THEME_PRESETS } from './theme/theme.js';

/**
 * A scene of the gallery on a page of its own, for the strip of states in the studio and for the site of the documents.
 * No payment is made.
 */
const query = new URLSearchParams(location.search);
const [scene] = scenesOf(query.get('scene') ?? '');
const preset = THEME_PRESETS.find((one) => one === query.get('preset'));
if (preset) await applyPreset(preset);
if (scene) {
  // A challenge is a dialog here, because the page is a screen of its own.
  const { props: _propsOfTile, ...screen } = scene;
  const { place, play } = stagedScene(screen, 'en');
  document.querySelector('main')!.append(place);
  await play();
  document.documentElement.dataset['ready'] = 'true';
}
