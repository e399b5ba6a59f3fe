/** Calls back once what has been changed so far is on the screen; soon, when nobody looks at the page. */
export function afterPaint(callback: () => void): void {
  if (document.hidden) setTimeout(callback);
  else requestAnimationFrame(() => setTimeout(callback));
}

/**
 * Starts something once what has been changed so far is on the screen. The answer ends it, or keeps it from starting.
 * @param start answers with what ends it
 */
export function startAfterPaint(start: () => () => void): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  afterPaint(() => {
    if (!isOver) stop = start();
  });
  return () => {
    isOver = true;
    stop?.();
  };
}
