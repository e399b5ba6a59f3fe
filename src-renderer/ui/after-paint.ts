/** Calls back once what has been changed so far is on the screen; soon, when nobody looks at the page. */
export function afterPaint(callback: () => void): void {
  if (document.hidden) setTimeout(callback);
  else requestAnimationFrame(() => setTimeout(callback));
}
