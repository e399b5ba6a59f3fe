import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createPackageWithOptions } from '@electron/asar';

const root = join(import.meta.dirname, '../..');

const parts = [
  ...['package.json', 'resources', 'out/main'],
  ...['lib', 'prebuilds', 'package.json'].map((part) => `node_modules/better-sqlite3/${part}`),
  ...['lib', 'prebuilds', 'package.json'].map((part) => `node_modules/keytar/${part}`),
  'node_modules/@jsquash',
];

/**
 * Packs what was built into an archive as the packager does, quicker and with less care for what is left out.
 * @param folder where to; it is there already
 * @returns where the entry of the service lies in the archive
 */
export async function packApp(folder: string, { hasPages }: { hasPages: boolean }): Promise<string> {
  const app = join(folder, 'app');
  const isNeeded = (path: string) =>
    !path.endsWith('.map') &&
    !path.includes('compile-cache') &&
    (!path.endsWith('.node') || isOfSystem(path));
  for (const part of hasPages ? [...parts, 'out/renderer'] : parts)
    cpSync(join(root, part), join(app, part), { recursive: true, filter: isNeeded });
  await createPackageWithOptions(app, join(folder, 'app.asar'), { unpack: '**/*.node' });
  return join(folder, 'app.asar', 'out/main/service.js');
}

/** Native modules come for many systems. */
function isOfSystem(path: string): boolean {
  return path.includes(`${process.platform}-${process.arch}`);
}
