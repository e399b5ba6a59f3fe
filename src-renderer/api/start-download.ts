/** Saves what is behind a download link of the service. */
export function startDownload(url: string): void {
  // The service also answers at the page's own origin, where the desktop shell lets content through.
  const { pathname, search } = new URL(url, window.location.href);
  const link = document.createElement('a');
  link.href = pathname + search;
  link.download = '';
  link.click();
}
