/**
 * Calls back once all changes so far are on the screen; soon, when the page is hidden. The returned function cancels that.
 */
export function afterPaint(callback: () => void): () => void {
  let isWanted = true;
  const call = (): void => {
    if (isWanted) callback();
  };
  if (document.hidden) setTimeout(call);
  else requestAnimationFrame(() => setTimeout(call));
  return () => {
    isWanted = false;
  };
}

/**
 * Starts something once all changes so far are on the screen. The returned function ends it, or keeps it from starting.
 * @param start returns the function that ends it
 */
export function startAfterPaint(start: () => () => void): () => void {
  let end: (() => void) | null = null;
  const keepAway = afterPaint(() => {
    end = start();
  });
  return () => {
    keepAway();
    end?.();
  };
}
