import mime from 'mime';
import type { Icon } from './icons.ts';

/** How a page shows what is in a file. `text` is an attempt: what its bytes say decides. */
export type PreviewKind = 'picture' | 'audio' | 'video' | 'pdf' | 'text';

const EXTENSIONS: Readonly<Record<Exclude<PreviewKind, 'text'>, RegExp>> = {
  picture: /\.(png|jpe?g|gif|webp|avif|bmp|ico)$/i,
  audio: /\.(mp3|flac|wav|ogg|oga|m4a|aac|opus)$/i,
  video: /\.(mp4|m4v|webm|ogv|mov|mkv)$/i,
  pdf: /\.pdf$/i,
};

/** As browsers can show it, by its name. */
export function previewKindOf(name: string): PreviewKind {
  const kinds = ['picture', 'audio', 'video', 'pdf'] as const;
  return kinds.find((kind) => EXTENSIONS[kind].test(name)) ?? 'text';
}

/** Whether the service can make a small picture of it. */
export function hasThumbnail(name: string): boolean {
  return /\.(png|jpe?g|webp|gif)$/i.test(name);
}

const ARCHIVE = /\.(zip|tar|gz|tgz|bz2|xz|zst|7z|rar|iso|dmg|deb|rpm)$/i;
const SHEET = /\.(csv|tsv|xls|xlsx|ods|numbers)$/i;
const CODE =
  /\.([jt]sx?|svelte|json|html?|css|py|rb|rs|go|c|h|cpp|java|kt|swift|sh|sql|xml|ya?ml|toml|php)$/i;
const TEXT = /\.(txt|md|rtf|pdf|docx?|odt|pages|tex|epub|log)$/i;
const BY_NAME: readonly (readonly [RegExp, Icon])[] = [
  [ARCHIVE, 'file-archive'],
  [SHEET, 'file-spreadsheet'],
  [CODE, 'file-code'],
  [TEXT, 'file-text'],
];
const BY_TYPE: readonly (readonly [string, Icon])[] = [
  ['image/', 'file-image'],
  ['video/', 'file-play'],
  ['audio/', 'file-music'],
  ['text/', 'file-text'],
];

/** The drawing for a file, after its name. */
export function fileIcon(name: string): Icon {
  const named = BY_NAME.find(([names]) => names.test(name));
  const type = mime.getType(name) ?? '';
  return (named ?? BY_TYPE.find(([begin]) => type.startsWith(begin)))?.[1] ?? 'file';
}

/** Of texts so much is shown. */
export const SHOWN_TEXT_BYTES = 512 * 1024;

/** What the first bytes of a file say as text; null when they are none. @param isCut the file goes on */
export function textIn(bytes: Uint8Array, isCut: boolean): string | null {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = !isWide ? 'utf-8' : first === 0xff ? 'utf-16le' : 'utf-16be';
  try {
    // A cut may go through a character, which is no reason to take the file for something else.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
    return text.includes('\0') ? null : text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const western = new TextDecoder('windows-1252').decode(bytes);
    return /\p{Cc}/u.test(western.replace(/[\t\n\f\r]/g, '')) ? null : western;
  }
}
