import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LANGUAGES } from '../../src-shared/languages.ts';

/** What Electron's own binary holds where its fuses are: a mark, the version, how many there are, and all of them off. */
const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('000000000'),
]);

/** English is there in two kinds. */
const TRANSLATED = LANGUAGES.map(({ key }) => key).filter((key) => key !== 'en');

const otherFiles = [
  'LICENSE',
  'LICENSES.chromium.html',
  'chrome-sandbox',
  'chrome_crashpad_handler',
  'resources.pak',
  'icudtl.dat',
  // Some of the languages that Electron comes with.
  ...['en-GB', 'en-US', 'la', 'nl', ...TRANSLATED].map((language) => `locales/${language}.pak`),
];

/** Writes what the packager takes for a distribution of Electron for Linux: every file it looks at, nothing that runs. */
export async function writeStubElectron(folder: string, version: string): Promise<void> {
  const elf = Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(60), fuseWire]);
  await mkdir(join(folder, 'resources'), { recursive: true });
  await writeFile(join(folder, 'electron'), elf, { mode: 0o755 });
  await writeFile(join(folder, 'version'), version);
  for (const name of otherFiles) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${name}\n`);
  }
}
