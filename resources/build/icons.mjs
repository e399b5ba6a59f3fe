import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ThumbnailThread } from '../../src-main/pictures/thumbnail-thread.ts';

const resources = join(import.meta.dirname, '..');

/** Those in which desktops on Linux look for an icon; none of them looks for one of 1024 pixels. */
const sizes = [16, 24, 32, 48, 64, 96, 128, 256, 512];

/**
 * The icon of the app in the sizes of Linux, from the one of 1024 pixels.
 * @returns {Promise<{ name: string, bytes: Uint8Array }[]>}
 */
export async function makeIcons() {
  const thread = new ThumbnailThread(new URL('../../src-main/pictures/thumbnail-worker.ts', import.meta.url));
  const large = await readFile(join(resources, 'icon.png'));
  const icons = [];
  for (const size of sizes) {
    const bytes = await thread.make({ bytes: large, size });
    if (bytes === null) throw new Error('resources/icon.png cannot be read');
    icons.push({ name: `${size}x${size}.png`, bytes });
  }
  await thread.end();
  return icons;
}

// `node resources/build/icons.mjs` writes them anew, after icon.png has changed.
if (import.meta.main) {
  const folder = join(resources, 'icons');
  await mkdir(folder, { recursive: true });
  for (const { name, bytes } of await makeIcons()) await writeFile(join(folder, name), bytes);
}
