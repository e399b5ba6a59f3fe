import { describe, expect, it } from 'vitest';
import { fromPackage, takeFilesAsTheyAre, workerUrl } from '../../../src-main/core/plain-files.ts';

describe('what a thread takes files named *.asar for', () => {
  it('is what they are once it was said, but while it reads from the package', () => {
    const thread: { noAsar?: boolean } = {};
    takeFilesAsTheyAre(thread);
    expect(thread.noAsar).toBe(true);
    expect(fromPackage(thread, () => thread.noAsar)).toBe(false);
    expect(thread.noAsar).toBe(true);
  });

  it('is what it was before when reading from the package fails', () => {
    const thread = { noAsar: true };
    const read = () => fromPackage(thread, () => fail());
    expect(read).toThrow('not there');
    expect(thread.noAsar).toBe(true);
  });
});

function fail(): never {
  throw new Error('not there');
}

it.each([
  ['the source itself', '../store/hash-worker', 'file:///k/app/store.ts', 'file:///k/store/hash-worker.ts'],
  ['an entry beside the main file', '../store/hash-worker', 'file:///k/main.js', 'file:///k/hash-worker.js'],
  ['that entry, asked from a chunk', 'disk-worker', 'file:///k/chunks/a.js', 'file:///k/disk-worker.js'],
])('the code of a thread is %s', (_, name, self, address) => {
  expect(workerUrl(name, self).href).toBe(address);
});
