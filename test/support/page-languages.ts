const FALLBACK = 'en-US';

/**
 * `navigator.languages` of a page in Electron: first what Chromium itself speaks, which is the first wish of the system
 * that there is a file of words for, then what the system prefers.
 * @param packed names of the `.pak` files in the package
 */
export function pageLanguages(preferred: readonly string[], packed: readonly string[]): string[] {
  const spoken = packed.filter((name) => name.endsWith('.pak')).map((name) => name.slice(0, -'.pak'.length));
  const [wanted = FALLBACK] = preferred;
  // A language without its region is taken where there is none for the region.
  const locale = [wanted, wanted.split('-', 1)[0]].find((each) => spoken.some((name) => name === each));
  return [...new Set([locale ?? FALLBACK, ...preferred])];
}
