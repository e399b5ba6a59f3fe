/** A stretch of a name: text as it is, or one invisible or direction-changing character made visible. */
export interface NamePart {
  readonly text: string;
  /** Set for a made-visible character: what it is, for the tooltip. */
  readonly meaning: string | null;
}

const MEANINGS: ReadonlyMap<number, string> = new Map([
  [0x09, 'tab'],
  [0x0a, 'line break'],
  [0x0d, 'carriage return'],
  [0xad, 'soft hyphen'],
  [0x61c, 'Arabic letter mark'],
  [0x180e, 'Mongolian vowel separator'],
  [0x200b, 'zero-width space'],
  [0x200c, 'zero-width non-joiner'],
  [0x200d, 'zero-width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of direction change'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'end of isolate'],
  [0xfeff, 'zero-width no-break space'],
]);

function isHidden(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || MEANINGS.has(code);
}

// Joiners between letters shape real words and emoji, so only the ones at the rim of a name could deceive.
function isShapingJoiner(code: number, index: number, length: number): boolean {
  return (code === 0x200c || code === 0x200d) && index > 0 && index < length - 1;
}

function partOf(code: number): NamePart {
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const meaning = MEANINGS.get(code) ?? 'control character';
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
  return library.name ?? `(unnamed ${library.id.slice(0, 8)})`;
}
