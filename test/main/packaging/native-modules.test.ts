import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const { linux, mac, win } = parse(await readFile(join(root, 'electron-builder.yml'), 'utf8'));

/** Systems that packages are made for, as native modules name them. */
const targets = Object.entries({ linux, darwin: mac, win32: win }).flatMap(([platform, { target }]) =>
  [...new Set<string>(target.flatMap(({ arch }: { arch: string[] }) => arch))].map(
    (arch) => `${platform}-${arch}`,
  ),
);

/**
 * What gives JavaScript memory that the module allocated itself, by the names under which modules on all systems ask for it:
 * Electron keeps all of that in a cage of V8's, and what comes from outside of it ends the process.
 */
const outsideMemory =
  /napi_create_external_(array)?buffer|node_api_create_external_\w+|node6Buffer3New\w*|New@Buffer@node@@|NewBackingStore/g;

async function asksFor(path: string): Promise<string[]> {
  const text = await readFile(join(root, 'node_modules', path), 'latin1');
  // Else it is no module of this kind, and the names say nothing.
  expect(text).toContain('napi_create_function');
  const copies = text.includes('napi_create_buffer_copy') ? ['napi_create_buffer_copy'] : [];
  return [...new Set([...(text.match(outsideMemory) ?? []), ...copies])].sort();
}

it('packages are made for six systems', () => {
  expect(targets.sort()).toEqual([
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64',
    'linux-x64',
    'win32-arm64',
    'win32-x64',
  ]);
});

describe.each(targets)('on %s', (target) => {
  it('the keychain gives JavaScript no memory of its own', async () => {
    expect(await asksFor(`keytar/prebuilds/${target}/keytar.node`)).toEqual([]);
  });

  it('SQLite gives JavaScript a copy where memory of its own is refused', async () => {
    // Only a database that is written out as bytes, which nothing here does, and by `Buffer::NewOrCopy`.
    expect(await asksFor(`better-sqlite3/prebuilds/${target}.node`)).toEqual([
      'napi_create_buffer_copy',
      'napi_create_external_buffer',
    ]);
  });
});
