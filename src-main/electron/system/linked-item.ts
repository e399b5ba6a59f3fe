import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, sep } from 'node:path';

const LONGEST_PATH = 4_096;

/**
 * Endings of what is only looked at or listened to. All else may start something on one of the systems, today or with
 * the next program that the user installs: programs and links of course, but also web pages, lists of addresses, disk
 * images, documents with macros, which the older forms of Office do not tell by their endings, and archives, which some
 * systems unpack into the folder.
 */
const openableEndings: ReadonlySet<string> = new Set(
  // Pictures
  (
    '.avif .arw .bmp .cr2 .cr3 .dng .gif .heic .heif .jfif .jpe .jpeg .jpg .kra .nef .orf .pef .png .psd .raf .rw2 .tif ' +
    '.tiff .webp .xcf ' +
    // Sound and film
    '.3gp .aac .aif .aiff .avi .flac .m2ts .m4a .m4v .mid .midi .mkv .mov .mp3 .mp4 .mpeg .mpg .mts .oga .ogg .ogv .opus ' +
    '.wav .webm .wma .wmv ' +
    // Documents
    '.azw3 .djvu .docx .epub .key .mobi .numbers .odg .odp .ods .odt .pages .pdf .pptx .xlsx ' +
    // Text
    '.bib .csv .json .log .markdown .md .srt .tex .text .toml .tsv .txt .vtt .yaml .yml'
  ).split(' '),
);

/** A folder that ends in more than a number or a sentence may be a program: `.app` on macOS, `.{…}` on Windows. */
const folderEnding = /^(\.\d+|\. .*)?$/;

/** Something that lies in a linked folder. */
export interface LinkedItem {
  /** Absolute, with every link on the way followed. */
  readonly path: string;
  /**
   * Whether files of this kind are only viewed; anything else could run, and must be shown in the file manager instead.
   */
  readonly mayOpen: boolean;
}

/**
 * The item at a path in a linked folder. The names come from the page, and the folder's content from every user who
 * shares it: neither may lead anywhere else, also not by a link in the folder.
 * @throws Error when the path is no plain path, leads out of the folder or to nothing
 */
export async function findLinkedItem(folder: string, path: string): Promise<LinkedItem> {
  if (!isPlainPath(path)) throw new Error('the path does not name an item of the folder');
  const root = await asItIs(() => realpath(folder));
  const found = await asItIs(() => realpath(join(root, ...path.split('/'))));
  const inside = relative(root, found);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new Error('the item does not lie in the folder');
  }
  const status = await asItIs(() => lstat(found));
  return { path: found, mayOpen: mayOpen(found, status) };
}

/**
 * Looks at a file without Electron taking one named `*.asar` for a folder or an error. Off only while the look begins: the
 * window's own files lie in such an archive, and Electron reads some of them whenever a page is loaded.
 */
function asItIs<T>(look: () => Promise<T>): Promise<T> {
  process.noAsar = true;
  try {
    return look();
  } finally {
    process.noAsar = false;
  }
}

function mayOpen(path: string, status: Stats): boolean {
  const ending = extname(path);
  if (status.isDirectory()) return folderEnding.test(ending);
  const canRun = process.platform !== 'win32' && (status.mode & 0o111) !== 0;
  return status.isFile() && !canRun && openableEndings.has(ending.toLowerCase());
}

function isPlainPath(path: string): boolean {
  if (path === '' || path.length > LONGEST_PATH) return false;
  // On Windows a colon begins a stream of a file, or ends a drive.
  const forbidden = process.platform === 'win32' ? /[\\:\p{Cc}]/u : /\0/;
  return path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !forbidden.test(name));
}
