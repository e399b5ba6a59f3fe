import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

export interface AppFile {
  readonly contentType: string;
  read(): Promise<Buffer>;
}

/**
 * The files of the page by path, such as `/assets/index.js`. The list is made once: an address is looked up in it, and
 * never turned into a path.
 */
export function listAppFiles(folder: string): ReadonlyMap<string, AppFile> {
  const files = new Map<string, AppFile>();
  for (const row of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const contentType = contentTypes[extname(row.name)];
    if (!row.isFile() || contentType === undefined) continue;
    const path = join(row.parentPath, row.name);
    const address = `/${relative(folder, path).replaceAll('\\', '/')}`;
    files.set(address, { contentType, read: () => readFile(path) });
  }
  return files;
}
