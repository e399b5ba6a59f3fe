import { lstatSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_MODE } from '../../../../src-main/core/folder/folder-entry.ts';
import { statOf } from '../../../../src-main/folder/disk/node-fs-reader.ts';

describe('the mode of a file', () => {
  it('is what the system says, and on Windows nothing', () => {
    const stat = lstatSync(import.meta.filename);
    expect(statOf(stat, 'linux').mode).toBe(stat.mode);
    expect(statOf(stat, 'win32').mode).toBe(NO_MODE);
  });
});
