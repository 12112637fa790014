/** Notes the tile at the top. Returns a function that scrolls back to it when tiles above it change their height. */
export function keepScrollPosition(wall: HTMLElement): () => void {
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
    const redrawn = tile && document.getElementById(tile.id);
    // An inline challenge scrolls itself onto the screen.
    if (!tile) scrollTo({ top: 0, behavior: 'instant' });
    if (redrawn) scrollBy({ top: redrawn.getBoundingClientRect().top - top, behavior: 'instant' });
  };
}
