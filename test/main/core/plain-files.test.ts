import { describe, expect, it } from 'vitest';
import { fromPackage, takeFilesAsTheyAre } from '../../../src-main/core/plain-files.ts';

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
