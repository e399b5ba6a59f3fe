/** How files begin in which new content is gathered. No such name is ever taken in. */
const STAND_IN = '.~keepfold-new-';

/** How displaced files begin until the one that replaces them is in place. */
const ASIDE = '.~keepfold-old-';

export function tempName(unique: string): string {
  return `${STAND_IN}${unique}`;
}

export function displacedName(unique: string): string {
  return `${ASIDE}${unique}`;
}

/** Whether a name is one that steps in progress give; seen at rest, it was left behind. */
export function isOwnName(name: string): boolean {
  return name.startsWith(STAND_IN) || name.startsWith(ASIDE);
}

/** Whether what has the name may be content of a user. */
export function isDisplacedName(name: string): boolean {
  return name.startsWith(ASIDE);
}
