/** Where somebody stands before the wall. Calling back brings them there again, however high the tiles above have become. */
export function placeBefore(wall: HTMLElement): () => void {
  const tile =
    scrollY === 0
      ? undefined
      : [...wall.querySelectorAll('[data-scene]')].find(
          (each) => each.getBoundingClientRect().bottom > innerHeight / 4,
        );
  const top = tile?.getBoundingClientRect().top ?? 0;
  // Meanwhile the page is as long as it was, so that nobody is carried to its end.
  wall.style.minBlockSize = `${wall.clientHeight}px`;
  return () => {
    wall.style.minBlockSize = '';
    const again = tile && document.getElementById(tile.id);
    // A challenge that opens in place brings itself onto the screen.
    if (!tile) scrollTo({ top: 0, behavior: 'instant' });
    if (again) scrollBy({ top: again.getBoundingClientRect().top - top, behavior: 'instant' });
  };
}
