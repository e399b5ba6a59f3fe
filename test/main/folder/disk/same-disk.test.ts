import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areOnOneDisk, isInMemory } from '../../../../src-main/folder/disk/same-disk.ts';
import { emptyFolder } from '../../../support/backup-world.ts';

describe('two folders', () => {
  it('beside each other are on one disk', async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'data'));
    mkdirSync(join(folder, 'backup'));
    expect(await areOnOneDisk(join(folder, 'data'), join(folder, 'backup'))).toBe(true);
  });

  it.runIf(process.platform === 'linux')('of two file systems are not', async () => {
    expect(await areOnOneDisk(emptyFolder(), '/proc')).toBe(false);
  });

  it.runIf(process.platform === 'linux')('may be in memory, which a restart empties', async () => {
    expect(await isInMemory('/dev/shm')).toBe(true);
    expect(await isInMemory('/proc')).toBe(false);
    expect(await isInMemory('/dev/shm/away')).toBe(null);
  });

  it('of which one is away may be on one or not', async () => {
    const folder = emptyFolder();
    expect(await areOnOneDisk(folder, join(folder, 'stick'))).toBe(null);
  });
});
