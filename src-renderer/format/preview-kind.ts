import { extensionOf } from './name.ts';

/** How a file can be shown. `text` is an attempt: what its bytes say decides. */
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

/** Images beyond this are not fetched only to be looked at. */
export const MOST_IMAGE_BYTES = 25_000_000;
/** So much of a text is shown. */
export const SHOWN_TEXT_BYTES = 128 * 1024;

/** How a file of this name and size is shown. */
export function previewKind(name: string, size: number): PreviewKind {
  const extension = extensionOf(name);
  if (IMAGE_TYPES.has(extension)) return size <= MOST_IMAGE_BYTES ? 'image' : 'none';
  return BINARY.has(extension) ? 'none' : 'text';
}

/** The media type of an image of this name. */
export function imageType(name: string): string {
  return IMAGE_TYPES.get(extensionOf(name)) ?? 'application/octet-stream';
}
