import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { namesFor } from '../../../../../src-main/store/backend/disk/name-ops.ts';
import { folderWithHeldFiles } from '../../../../support/held-files.ts';

describe('the name of a file that another program holds on Windows', () => {
  it('is changed and removed once it is let go', () => {
    const { at, names, holdFor, waitedMs } = folderWithHeldFiles();
    for (const name of ['a', 'b', 'c']) writeFileSync(at(name), name);
    holdFor(100, 'a');
    names.rename(at('a'), at('b'));
    expect(readFileSync(at('b'), 'utf8')).toBe('a');
    holdFor(400, 'b');
    names.rename(at('c'), at('b'));
    expect(readFileSync(at('b'), 'utf8')).toBe('c');
    holdFor(900, 'b');
    names.remove(at('b'));
    expect(existsSync(at('b'))).toBe(false);
    expect(waitedMs()).toBeLessThan(1_300);
  });

  it('is left after some seconds, with the refusal of the system', () => {
    const { at, names, holdFor, waitedMs } = folderWithHeldFiles();
    writeFileSync(at('a'), '');
    holdFor(60_000, 'a');
    expect(() => names.remove(at('a'))).toThrow('EBUSY');
    expect(waitedMs()).toBe(4_270);
  });

  it('is not waited for when something else is wrong', () => {
    const { at, names, waitedMs } = folderWithHeldFiles();
    expect(() => names.rename(at('none'), at('b'))).toThrow('ENOENT');
    names.remove(at('none'));
    expect(waitedMs()).toBe(0);
  });
});

describe('names on the disk', () => {
  it('are asked for again on Windows, and nowhere else', () => {
    expect(namesFor('linux')).toBe(namesFor('darwin'));
    expect(namesFor('win32')).not.toBe(namesFor('linux'));
  });

  it('are asked for again after a pause of the thread', () => {
    const { at } = folderWithHeldFiles();
    writeFileSync(at('a'), 'a');
    namesFor('win32').rename(at('a'), at('b'));
    expect(readFileSync(at('b'), 'utf8')).toBe('a');
  });
});
