import { extensionOf } from './name.ts';

/** How a file can be shown. `text` is an attempt: the bytes decide. */
export type PreviewKind = 'image' | 'text' | 'none';

const IMAGE_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
  ['ico', 'image/x-icon'],
  ['svg', 'image/svg+xml'],
]);

const BINARY: ReadonlySet<string> = new Set(
  (
    'pdf doc docx xls xlsx ppt pptx odt ods odp pages numbers key epub zip tar gz tgz bz2 xz zst 7z rar iso dmg deb rpm ' +
    'mp3 flac wav ogg m4a aac opus aiff mp4 mov mkv avi webm m4v mpg mpeg exe dll so dylib bin dat db sqlite ' +
    'ttf otf woff woff2 psd raw cr2 nef heic tif tiff class jar pyc wasm'
  ).split(' '),
);

/** Larger images are not fetched just for a preview. */
export const MOST_IMAGE_BYTES = 25_000_000;
/** Larger documents are not fetched just for a preview. */
export const MOST_PDF_BYTES = 50_000_000;
/** How much of a text is shown. */
export const SHOWN_TEXT_BYTES = 128 * 1024;

const SOUNDS: ReadonlySet<string> = new Set('mp3 flac wav ogg oga m4a aac opus'.split(' '));
const FILMS: ReadonlySet<string> = new Set('mp4 m4v webm ogv mov mkv'.split(' '));

/** How the browser itself can play or show a file of this name; null: it cannot. */
export function playedKind(name: string): 'audio' | 'video' | 'pdf' | null {
  const extension = extensionOf(name);
  if (SOUNDS.has(extension)) return 'audio';
  if (FILMS.has(extension)) return 'video';
  return extension === 'pdf' ? 'pdf' : null;
}

/** Whether a file of this name is a picture, whether or not it can be shown here. */
export function isPicture(name: string): boolean {
  return IMAGE_TYPES.has(extensionOf(name));
}

/** How a file of this name and size is shown. */
export function previewKind(name: string, size: number): PreviewKind {
  const extension = extensionOf(name);
  if (IMAGE_TYPES.has(extension)) return size <= MOST_IMAGE_BYTES ? 'image' : 'none';
  return BINARY.has(extension) ? 'none' : 'text';
}

const WITH_THUMBNAILS: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif']);
/** The service opens no larger pictures. */
const MOST_THUMBNAIL_BYTES = 20 * 1024 * 1024;

/** Whether the service may have a thumbnail of a file. */
export function hasThumbnail(name: string, size: number): boolean {
  return size > 0 && size <= MOST_THUMBNAIL_BYTES && WITH_THUMBNAILS.has(extensionOf(name));
}

/** The media type of an image of this name. */
export function imageType(name: string): string {
  return IMAGE_TYPES.get(extensionOf(name)) ?? 'application/octet-stream';
}

/** The text of a file, and the encoding it appears to be in. */
export interface TextContent {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

// Tabs, line ends, form feeds and escapes are part of texts; other control characters are not.
function isControl(code: number): boolean {
  return code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c && code !== 0x1b;
}

function looksBinary(text: string): boolean {
  const limit = Math.min(text.length, 4096);
  let controls = 0;
  for (let at = 0; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 0) return true;
    if (isControl(code)) controls += 1;
  }
  return controls > limit / 50;
}

function utf8(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    // The cut may split a character, which does not mean that the file is not text.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Bytes decoded as text; null when they are not text.
 * @param isCut they are only the beginning of a file
 */
export function textContent(bytes: Uint8Array, isCut: boolean): TextContent | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const text = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
    return { text, encoding: 'UTF-16' };
  }
  const text = utf8(bytes, isCut);
  if (text !== null) return looksBinary(text) ? null : { text, encoding: 'UTF-8' };
  const western = new TextDecoder('windows-1252').decode(bytes);
  return looksBinary(western) ? null : { text: western, encoding: 'Windows-1252' };
}
