/** Moves the focus between the buttons of a group with the arrow keys, Home and End. One of them is a tab stop. */
export function moveFocus(event: KeyboardEvent, selector: string): void {
  const group = event.currentTarget as HTMLElement;
  const buttons = [...group.querySelectorAll<HTMLElement>(selector)];
  const now = buttons.findIndex((button) => button === event.target);
  const to = target(event.key, now, buttons.length);
  if (to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}

function target(key: string, now: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (now + 1) % count;
    case 'ArrowLeft':
      return (now - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
