import { lstat, realpath } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, sep } from 'node:path';

const LONGEST_PATH = 4_096;

/** Endings that start something rather than show it, on any of the systems. */
const programEndings: ReadonlySet<string> = new Set(
  (
    '.app .appimage .applescript .appref-ms .bash .bat .chm .cmd .com .command .cpl .csh .desktop .dmg .exe .fish .gadget ' +
    '.hta .inf .ins .jar .js .jse .jnlp .ksh .lnk .mjs .msc .msi .msp .mst .pif .pkg .pl .ps1 .psm1 .py .pyw .rb .reg .run ' +
    '.scf .scpt .scr .sct .sh .terminal .tool .url .vb .vbe .vbs .webloc .workflow .ws .wsf .wsh .zsh'
  ).split(' '),
);

/** Something that lies in a linked folder. */
export interface LinkedItem {
  /** Absolute, with every link on the way followed. */
  readonly path: string;
  /** Opening it would run it: it must be shown instead. */
  readonly isProgram: boolean;
}

/**
 * The item at a path in a linked folder. The names come from the page, and the folder's content from anybody who shares
 * it: neither may lead anywhere else, also not by a link in the folder.
 * @throws Error when the path is no plain path, leads out of the folder or to nothing
 */
export async function findLinkedItem(folder: string, path: string): Promise<LinkedItem> {
  if (!isPlainPath(path)) throw new Error('the path does not name an item of the folder');
  const root = await realpath(folder);
  const found = await realpath(join(root, ...path.split('/')));
  const inside = relative(root, found);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new Error('the item does not lie in the folder');
  }
  const status = await lstat(found);
  const canRun = status.isFile() && process.platform !== 'win32' && (status.mode & 0o111) !== 0;
  return { path: found, isProgram: canRun || programEndings.has(extname(found).toLowerCase()) };
}

function isPlainPath(path: string): boolean {
  if (path === '' || path.length > LONGEST_PATH) return false;
  // A colon begins a stream of a file on Windows, and names a drive.
  const forbidden = process.platform === 'win32' ? /[\\:\p{Cc}]/u : /\0/;
  return path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !forbidden.test(name));
}
