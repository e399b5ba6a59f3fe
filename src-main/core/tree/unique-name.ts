import { cutText } from '../objects/cut-text.ts';

/** Most UTF-8 bytes a name may have. */
const MAX_NAME_BYTES = 255;
/** Longest extension kept when a name has to be shortened; a longer one is part of the stem. */
const MAX_KEPT_EXTENSION_BYTES = 64;
/** Longest part of a conflict name that says who; leaves room for a recognisable stem. */
const MAX_WHO_BYTES = 128;

/** Equal names beyond these are rare, unless a client makes them to slow the server down. */
const NUMBERS_IN_ORDER = 16;

/**
 * `name` itself when it is free, else a free one of `stem (1).ext`, `stem (2).ext` and so on; folders and names without an
 * extension get the number at the end. Stems are shortened to keep names within 255 bytes.
 * @param inOrder up to this number it is the first free one; beyond, one whose number before is taken
 */
export function uniqueName(
  name: string,
  isTaken: (name: string) => boolean,
  kind: 'file' | 'dir' = 'file',
  inOrder = NUMBERS_IN_ORDER,
): string {
  if (!isTaken(name)) return name;
  const parts = kind === 'dir' ? { stem: name, extension: '' } : splitExtension(name);
  return firstFree((number) => withSuffix(parts, ` (${number})`), isTaken, inOrder);
}

/** Asks about some dozen names, however many are taken: asking about each would cost the square of them for all of them. */
function firstFree(
  named: (number: number) => string,
  isTaken: (name: string) => boolean,
  inOrder = NUMBERS_IN_ORDER,
): string {
  for (let number = 1; number <= inOrder; number++) {
    const candidate = named(number);
    if (!isTaken(candidate)) return candidate;
  }
  let taken = inOrder;
  let free = 2 * taken;
  while (isTaken(named(free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(named(middle))) taken = middle;
    else free = middle;
  }
  return named(free);
}

/** Whose the loser of a conflict is, and when it was changed. */
export interface ConflictStamp {
  readonly who: string;
  readonly mtimeSeconds: number;
}

/** As `uniqueName`, of `conflictName` and the same with ` (1)`, ` (2)` and so on behind the stamp. */
export function freeConflictName(
  name: string,
  stamp: ConflictStamp,
  isTaken: (name: string) => boolean,
): string {
  const suffix = conflictSuffix(stamp);
  const parts = splitExtension(name);
  const plain = withSuffix(parts, suffix);
  if (!isTaken(plain)) return plain;
  // Not left to uniqueName, which takes the dot of the e-mail for that of an extension.
  return firstFree((number) => withSuffix(parts, `${suffix} (${number})`), isTaken);
}

/**
 * The name under which the loser of a conflict is kept, `stem (SFConflict who YYYY-MM-DD-HH-MM-SS).ext`, the time in
 * UTC, which is the form that official clients use. It may be taken: see `freeConflictName`.
 */
export function conflictName(name: string, who: string, mtimeSeconds: number): string {
  return withSuffix(splitExtension(name), conflictSuffix({ who, mtimeSeconds }));
}

function conflictSuffix({ who, mtimeSeconds }: ConflictStamp): string {
  const author = cutText(who.replace(/[/\\\p{Cc}]/gu, '_'), MAX_WHO_BYTES);
  const label = author === '' ? 'SFConflict' : `SFConflict ${author}`;
  return ` (${label} ${stampOf(mtimeSeconds)})`;
}

interface NameParts {
  readonly stem: string;
  /** With its dot; empty when there is none. */
  readonly extension: string;
}

/** Split at the last dot. A leading dot marks a hidden file, not an extension. */
function splitExtension(name: string): NameParts {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

function withSuffix({ stem, extension }: NameParts, suffix: string): string {
  const whole = `${stem}${suffix}${extension}`;
  if (Buffer.byteLength(whole) <= MAX_NAME_BYTES) return whole;
  if (Buffer.byteLength(extension) > MAX_KEPT_EXTENSION_BYTES) {
    return withSuffix({ stem: `${stem}${extension}`, extension: '' }, suffix);
  }
  const room = MAX_NAME_BYTES - Buffer.byteLength(suffix) - Buffer.byteLength(extension);
  return `${cutText(stem, room)}${suffix}${extension}`;
}

const YEAR_1_SECONDS = -62_135_596_800;
const YEAR_9999_SECONDS = 253_402_300_799;

/** Times that no calendar of four-digit years holds are stored by broken clients; they must not break a merge. */
function stampOf(seconds: number): string {
  const inRange = Math.min(Math.max(seconds, YEAR_1_SECONDS), YEAR_9999_SECONDS);
  return new Date(inRange * 1000).toISOString().slice(0, 19).replace(/[T:]/g, '-');
}

const CONFLICT = / \(SFConflict(?: .*)? \d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\)(?: \(\d+\))?(?=\.[^.]*$|$)/u;

/** The name whose content was kept under this one when two sides changed it at once; null for other names. */
export function originalOfConflict(name: string): string | null {
  const original = name.replace(CONFLICT, '');
  return original === name || original === '' ? null : original;
}
