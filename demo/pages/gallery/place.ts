/** Returns a function that restores the scroll position, whatever the new height of the tiles above it. */
export function placeBefore(wall: HTMLElement): () => void {
  const tile =
    scrollY === 0
      ? undefined
      : [...wall.querySelectorAll('[data-scene]')].find(
          (each) => each.getBoundingClientRect().bottom > innerHeight / 4,
        );
  const top = tile?.getBoundingClientRect().top ?? 0;
  // Keeps the height of the page meanwhile, so that the browser does not scroll to its end.
  wall.style.minBlockSize = `${wall.clientHeight}px`;
  return () => {
    wall.style.minBlockSize = '';
    const again = tile && document.getElementById(tile.id);
    // An inline challenge scrolls itself onto the screen.
    if (!tile) scrollTo({ top: 0, behavior: 'instant' });
    if (again) scrollBy({ top: again.getBoundingClientRect().top - top, behavior: 'instant' });
  };
}
