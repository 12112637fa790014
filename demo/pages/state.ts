import 'scudo-checkout';
import { scenesOf } from './gallery/scenes.js';
import { stagedScene } from './gallery/staged-scene.js';

/** A scene of the gallery on a page of its own, for the strip of states in the studio. No payment is made. */
const [scene] = scenesOf(new URLSearchParams(location.search).get('scene') ?? '');
if (scene) {
  // A challenge is a dialog here, because the page is a screen of its own.
  const { props: _propsOfTile, ...screen } = scene;
  const { place, play } = stagedScene(screen, 'en');
  document.querySelector('main')!.append(place);
  await play();
  document.documentElement.dataset['ready'] = 'true';
}
