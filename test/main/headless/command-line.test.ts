import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { useApp } from '../../support/running-app.ts';
import { runTyped } from '../../support/typed-commands.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

const app = useApp();
let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

const PASSWORD = 'a secret, long';
const run = (...words: string[]) =>
  runTyped(words, { dataDir: app().dataDir, cwd: folder.path, input: `${PASSWORD}\n` });

describe('passwords on the command line', () => {
  it.each([
    ['library create', ['Secret', '--encrypt']],
    ['folder add', ['.', '--encrypt']],
    ['user add', ['dora@example.com']],
  ])('are not taken from what is piped in unless %s is told to', async (name, words) => {
    expect(await run(...name.split(' '), ...words)).toEqual({
      ...{ code: 2, out: '' },
      err: 'Type the password on a terminal, or add --password-stdin and pipe it in.\n',
    });
    expect(await run(...name.split(' '), ...words, '--password-stdin')).toMatchObject({ code: 0, err: '' });
  });

  it('open the encrypted library of a folder', async () => {
    const { out } = await run('folder', 'add', '.', '--encrypt', '--password-stdin', '--json');
    const { folder_id: id } = JSON.parse(out) as { folder_id: string };
    expect(JSON.parse((await run('folder', 'lock', id, '--json')).out)).toMatchObject({
      encryption: 'locked',
    });
    expect(await run('folder', 'unlock', id)).toMatchObject({
      ...{ code: 2, err: 'Type the password on a terminal, or add --password-stdin and pipe it in.\n' },
    });
    const unlocked = await run('folder', 'unlock', id, '--password-stdin', '--json');
    expect(JSON.parse(unlocked.out)).toMatchObject({ encryption: 'unlocked' });
  });

  it('warn programs in JSON, and only beside an answer', async () => {
    const words = ['library', 'create', 'Old way', '--password', PASSWORD, '--json'];
    const made = await run(...words);
    expect(JSON.parse(made.out)).toMatchObject({ name: 'Old way', encrypted: true });
    expect(JSON.parse(made.err)).toEqual({
      warning: expect.stringContaining('can be read by every account'),
    });
    const refused = await run('library', 'create', 'a/b', '--password', PASSWORD, '--json');
    expect(JSON.parse(refused.err)).toMatchObject({ error_code: 'name-invalid' });
  });
});

describe('words on the command line', () => {
  it('may stand behind two dashes, or behind an equals sign, where they begin with a dash', async () => {
    expect(await run('library', 'create', '--', '-dashed')).toMatchObject({ code: 0 });
    expect(await run('ls', '--data-dir', app().dataDir, '--', '-dashed')).toMatchObject({ code: 0 });
    expect(await run('search', 'x', '--library=-dashed', '--json')).toMatchObject({ code: 0 });
    expect(await run('search', 'x', '--library', '-dashed')).toMatchObject({ code: 2 });
  });

  it('that belong to every command may stand anywhere', async () => {
    const before = await run('--json', '--data-dir', app().dataDir, 'status');
    expect(JSON.parse(before.out)).toMatchObject({ address: app().url });
    const between = await run('library', '--json', 'list');
    expect(JSON.parse(between.out)).toEqual(expect.any(Array));
  });
});
