import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { t } from './messages.ts';

/** A stretch of a name: text as it is, or one invisible or direction-changing character made visible. */
export interface NamePart {
  readonly text: string;
  /** Set for a character made visible: its meaning, for the tooltip. */
  readonly meaning: string | null;
}

type CharacterKey = Extract<keyof typeof t.english, `char${string}`>;

/** Characters that do not show or that change the direction. */
const MEANINGS: ReadonlyMap<number, CharacterKey> = new Map([
  [0x09, 'charTab'],
  [0x0a, 'charLineBreak'],
  [0x0d, 'charCarriageReturn'],
  [0xad, 'charSoftHyphen'],
  [0x61c, 'charArabicMark'],
  [0x180e, 'charMongolian'],
  [0x200b, 'charZeroSpace'],
  [0x200c, 'charNonJoiner'],
  [0x200d, 'charJoiner'],
  [0x200e, 'charLtrMark'],
  [0x200f, 'charRtlMark'],
  [0x2028, 'charLineSeparator'],
  [0x2029, 'charParagraphSeparator'],
  [0x202a, 'charLtrEmbedding'],
  [0x202b, 'charRtlEmbedding'],
  [0x202c, 'charEndOfDirection'],
  [0x202d, 'charLtrOverride'],
  [0x202e, 'charRtlOverride'],
  [0x2060, 'charWordJoiner'],
  [0x2066, 'charLtrIsolate'],
  [0x2067, 'charRtlIsolate'],
  [0x2068, 'charFirstStrong'],
  [0x2069, 'charEndOfIsolate'],
  [0xfeff, 'charNoBreakSpace'],
]);

function isHidden(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || MEANINGS.has(code);
}

// Joiners between letters shape real words and emoji, so only those at either end of a name could deceive.
function isShapingJoiner(code: number, index: number, length: number): boolean {
  return (code === 0x200c || code === 0x200d) && index > 0 && index < length - 1;
}

function partOf(code: number): NamePart {
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const meaning = t(MEANINGS.get(code) ?? 'charControl');
  return { text: point, meaning: `${point} ${meaning}` };
}

/** Splits a name so that control, bidi and zero-width characters can be shown as tokens instead of acting. */
export function nameParts(name: string): NamePart[] {
  const parts: NamePart[] = [];
  const characters = [...name];
  let plain = '';
  for (const [index, character] of characters.entries()) {
    const code = character.codePointAt(0) ?? 0;
    if (!isHidden(code) || isShapingJoiner(code, index, characters.length)) {
      plain += character;
      continue;
    }
    if (plain) parts.push({ text: plain, meaning: null });
    plain = '';
    parts.push(partOf(code));
  }
  if (plain) parts.push({ text: plain, meaning: null });
  return parts;
}

/** The name as plain text for labels and titles, hidden characters spelled out. */
export function visibleName(name: string): string {
  return nameParts(name)
    .map((part) => (part.meaning === null ? part.text : `[${part.text}]`))
    .join('');
}

/** Where the extension begins, so that a shortened name still shows it; the length when there is none. */
export function extensionStart(name: string): number {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && name.length - dot <= 12;
  return isExtension ? dot : name.length;
}

export function extensionOf(name: string): string {
  return name.slice(extensionStart(name) + 1).toLowerCase();
}

/** A library's name, or words for one whose record is damaged. */
export function libraryName(library: { readonly name: string | null; readonly id: string }): string {
  return library.name ?? t('unnamedLibrary', { id: library.id.slice(0, 8) });
}

/** A user as shown in a list: the name, otherwise the part of the e-mail before the `@`; empty when neither is known. */
export function personName(name: string, email = name): string {
  if (name !== '' && name !== email) return name;
  const at = email.indexOf('@');
  return at > 0 ? email.slice(0, at) : email;
}

/** One or two initials for a round badge. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '');
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** What distinguishes a library from others. */
type Named = Pick<LocalLibraryJson, 'id' | 'name' | 'owner' | 'owner_name' | 'folder'>;

function isSameName(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** The first other library of that name; null: there is none. */
export function namesake<L extends Named>(
  name: string,
  all: readonly L[],
  ownId: string | null = null,
): L | null {
  return all.find((other) => other.id !== ownId && isSameName(other.name, name)) ?? null;
}

/** What the user should know about a name before a library gets it; empty: no other library has it. */
export function nameWarning(name: string, all: readonly Named[], ownId: string | null = null): string {
  const other = namesake(name, all, ownId);
  return other === null ? '' : t('sameNameAs', { name: visibleName(name), which: whichOne(other) });
}

/** What distinguishes the library from others of the same name; empty: no other has it. */
export function distinction(library: Named, all: readonly Named[]): string {
  return namesake(library.name ?? '', all, library.id) === null ? '' : whichOne(library);
}

/** The name, with what distinguishes the library from others of that name. */
export function libraryLabel(library: Named, all: readonly Named[]): string {
  const name = visibleName(libraryName(library));
  const which = distinction(library, all);
  return which === '' ? name : t('labelWith', { name, which });
}

function whichOne({ id, owner, owner_name: ownerName, folder }: Named): string {
  if (folder) return visibleName(folder.path);
  return t('noFolderOf', { owner: personName(ownerName, owner), id: id.slice(0, 8) });
}
