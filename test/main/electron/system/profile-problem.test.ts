import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileProblem } from '../../../../src-main/electron/system/profile-problem.ts';

describe('the folder of the window', () => {
  let base: string;

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'keepfold-profile-'));
  });
  afterAll(() => rm(base, { recursive: true, force: true }));

  it('is made where it is missing, and has nothing in it afterwards', async () => {
    const folder = join(base, 'config/keepfold');
    expect(profileProblem(folder)).toBeNull();
    expect(await readdir(folder)).toEqual([]);
    expect(profileProblem(folder)).toBeNull();
  });

  it('cannot be used where a file is in its place', async () => {
    await writeFile(join(base, 'file'), '');
    expect(profileProblem(join(base, 'file'))).toMatch(/^EEXIST: /);
    expect(profileProblem(join(base, 'file/below'))).toMatch(/^ENOTDIR: /);
  });

  it.skipIf(process.platform !== 'linux')('cannot be used where the system lets nobody write', () => {
    expect(profileProblem('/proc/sys')).toMatch(/^E/);
  });

  it('can be used beside what is in it', async () => {
    await mkdir(join(base, 'used/Cache'), { recursive: true });
    expect(profileProblem(join(base, 'used'))).toBeNull();
    expect(await readdir(join(base, 'used'))).toEqual(['Cache']);
  });
});
