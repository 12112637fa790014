/**
 * Resolves in a task of its own, so that the work before and after it does not add up to one long task, during which
 * the page does not react to the shopper. It takes no time, and a timer would: browsers delay nested timers by 4 ms.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Resolves after the browser has shown what is rendered by now. It waits while the page is hidden. */
export async function afterPaint(): Promise<void> {
  // Environments of component tests paint nothing (docs/testing.md#component-tests).
  if ('requestAnimationFrame' in globalThis) await new Promise((resolve) => requestAnimationFrame(resolve));
  await nextTask();
}
