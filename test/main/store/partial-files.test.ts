import { readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DomainError } from '../../../src-main/core/errors.ts';
import { createPartialFiles } from '../../../src-main/store/partial-files.ts';
import { collect } from '../../support/collect.ts';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { expectRights } from '../../support/file-modes.ts';
import { brokenAfter, textIn } from '../../support/upload-pieces.ts';

type Write = (
  this: FileHandle,
  ...piece: [bytes: Uint8Array, offset: number, length: number, at: number]
) => Promise<{ bytesWritten: number; buffer: Uint8Array }>;

function setup() {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  const room = { bytes: 100 };
  const accept = async (sizeBytes: number) => {
    if (sizeBytes > room.bytes) throw new DomainError('disk-full');
    room.bytes -= sizeBytes;
  };
  const files = createPartialFiles({ folder: folder.path, accept });
  const textOf = async (key: string) => Buffer.concat(await collect(files.read(key))).toString();
  return { files, textOf, room, path: folder.path };
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
    expectRights(join(path, name), 0o600);
  });

  it('is what it was before a part that broke', async () => {
    const { files, textOf } = setup();
    await files.write('a', 0, textIn('abcd'));
    await expect(files.write('a', 4, brokenAfter(textIn('xx')))).rejects.toThrow('the connection broke');
    expect(await textOf('a')).toBe('abcd');
  });

  it('is whole where the system takes less of a piece at once than it was given', async () => {
    const { files, textOf, path } = setup();
    const handle = await open(join(path, 'any'), 'w');
    await handle.close();
    const prototype: FileHandle = Object.getPrototypeOf(handle);
    const whole = prototype.write as Write;
    const little: Write = function (this: FileHandle, ...[bytes, offset, length, at]) {
      return whole.call(this, bytes, offset, Math.min(3, length), at);
    };
    const some = vi.spyOn(prototype as { write: Write }, 'write').mockImplementation(little);
    onTestFinished(() => some.mockRestore());
    expect(await files.write('a', 0, textIn('abcdefgh', 'ij'))).toBe(10);
    expect(await textOf('a')).toBe('abcdefghij');
  });

  it('is removed, once or twice', async () => {
    const { files } = setup();
    await files.write('a', 0, textIn('a'));
    await files.write('b', 0, textIn('b'));
    await files.remove('a');
    await files.remove('a');
    expect([await files.sizeOf('a'), await files.sizeOf('b')]).toEqual([0, 1]);
  });

  it('leaves alone what is kept free of the disk, and is what it was then', async () => {
    const { files, textOf, room } = setup();
    await files.write('a', 0, textIn('abcd'));
    room.bytes = 3;
    await expect(files.write('a', 4, textIn('ef', 'gh'))).rejects.toMatchObject({ code: 'disk-full' });
    expect(await textOf('a')).toBe('abcd');
  });
});
