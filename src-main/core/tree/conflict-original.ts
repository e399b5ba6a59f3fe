const CONFLICT = / \(SFConflict(?: .*)? \d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\)(?: \(\d+\))?(?=\.[^.]*$|$)/u;

/** The name whose content was kept under this one when two sides changed it at once; null for other names. */
export function originalOfConflict(name: string): string | null {
  const original = name.replace(CONFLICT, '');
  return original === name || original === '' ? null : original;
}
