/**
 * Calls back once what has been changed so far is on the screen; soon, when nobody looks at the page. The answer keeps it
 * from calling.
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
 * Starts something once what has been changed so far is on the screen. The answer ends it, or keeps it from starting.
 * @param start answers with what ends it
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
