import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPartialFiles } from '../../../src-main/store/partial-files.ts';
import { collect } from '../../support/collect.ts';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { brokenAfter, textIn } from '../../support/upload-pieces.ts';

const HOUR_MS = 3_600_000;

function setup() {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  const now = { seconds: Math.ceil(Date.now() / 1000) };
  const files = createPartialFiles(folder.path, () => now.seconds);
  const textOf = async (key: string) => Buffer.concat(await collect(files.read(key))).toString();
  return { files, textOf, now, path: folder.path };
}

describe('a file that comes in parts', () => {
  it('is put together from them, each where it belongs, for its owner alone to read', async () => {
    const { files, textOf, path } = setup();
    expect(await files.sizeOf('a')).toBe(0);
    expect(await files.write('a', 0, textIn('ab', 'cd'))).toBe(4);
    expect(await files.write('a', 3, textIn('DE'))).toBe(2);
    expect(await files.write('b', 0, textIn('other'))).toBe(5);
    expect([await files.sizeOf('a'), await textOf('a')]).toEqual([5, 'abcDE']);
    const [name = ''] = readdirSync(path);
    expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
  });

  it('is what it was before a part that broke', async () => {
    const { files, textOf } = setup();
    await files.write('a', 0, textIn('abcd'));
    await expect(files.write('a', 4, brokenAfter(textIn('xx')))).rejects.toThrow('the connection broke');
    expect(await textOf('a')).toBe('abcd');
  });

  it('is removed, once or twice, and when it is old', async () => {
    const { files, now } = setup();
    await files.write('a', 0, textIn('a'));
    await files.write('b', 0, textIn('b'));
    await files.remove('a');
    await files.remove('a');
    await files.removeOlderThan(HOUR_MS);
    expect([await files.sizeOf('a'), await files.sizeOf('b')]).toEqual([0, 1]);
    now.seconds += 3_601;
    await files.removeOlderThan(HOUR_MS);
    expect(await files.sizeOf('b')).toBe(0);
  });
});
