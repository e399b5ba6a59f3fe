import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultDataDir } from '../../../../src-main/app/config.ts';
import { keepProfileApart, profileProblem } from '../../../../src-main/electron/system/profile-folder.ts';

class StubPaths {
  userData: string;

  constructor(userData: string) {
    this.userData = userData;
  }

  getPath(): string {
    return this.userData;
  }

  setPath(_name: string, path: string): void {
    this.userData = path;
  }
}

describe('the folder of the window', () => {
  let base: string;

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'keepfold-profile-'));
  });
  afterAll(() => rm(base, { recursive: true, force: true }));

  it.each([
    { platform: 'darwin' as const, electronsChoice: join(homedir(), 'Library/Application Support/keepfold') },
    { platform: 'linux' as const, electronsChoice: join(homedir(), '.config/keepfold') },
    { platform: 'win32' as const, electronsChoice: join(homedir(), 'AppData/Roaming/keepfold') },
  ])('is not the data folder on $platform, whatever case its name has', ({ platform, electronsChoice }) => {
    const data = defaultDataDir({ env: {}, platform });
    const home = (path: string) => path.replace(homedir(), base);
    const app = new StubPaths(home(electronsChoice));
    keepProfileApart(app, [home(data)]);
    expect(app.userData.toLowerCase()).not.toBe(home(data).toLowerCase());
  });

  it('brings the settings along from a folder that it shared with the data, once', async () => {
    const shared = join(base, 'Data/keepfold');
    await mkdir(shared, { recursive: true });
    await writeFile(join(shared, 'desktop.json'), '{"closing":"quit"}');
    const first = new StubPaths(shared);
    keepProfileApart(first, [join(base, 'Data/Keepfold')]);
    expect(first.userData).toBe(`${shared}-window`);
    expect(await readFile(join(first.userData, 'desktop.json'), 'utf8')).toBe('{"closing":"quit"}');
    await writeFile(join(first.userData, 'desktop.json'), '{"closing":"ask"}');
    keepProfileApart(new StubPaths(shared), [join(base, 'Data/Keepfold')]);
    expect(await readFile(join(first.userData, 'desktop.json'), 'utf8')).toBe('{"closing":"ask"}');
  });

  it('stays where it is when it was apart already', () => {
    const app = new StubPaths(join(base, 'config/keepfold'));
    keepProfileApart(app, [join(base, 'share/keepfold')]);
    expect(app.userData).toBe(join(base, 'config/keepfold'));
  });
});

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
