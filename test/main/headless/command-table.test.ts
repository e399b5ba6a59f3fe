import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ALL_COMMANDS } from '../../../src-main/headless/commands/all-commands.ts';
import type { OptionShapes } from '../../../src-main/headless/commands/command.ts';
import { parseCommandLine } from '../../../src-main/headless/program.ts';
import type { HistoryPageJson } from '../../../src-shared/contents-api.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { filesBelow, temporaryDataFolder } from '../../support/disk-store.ts';
import { useApp } from '../../support/running-app.ts';
import { freePort } from '../../support/tls-calls.ts';
import { runTyped } from '../../support/typed-commands.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const WITHIN = { timeout: 20_000, interval: 50 };

/** What somebody types to have each command do what it is for; words in capitals stand for what the server made. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  status: [],
  check: ['--full'],
  gc: ['--yes'],
  recover: ['--yes', '--force'],
  'user add': ['carla@example.com', '--password-stdin'],
  'token create': ['--device', 'script'],
  'sign-in': [],
  'lan show': [],
  'lan on': ['--port', 'PORT'],
  'lan off': [],
  'lan allow': ['nas.fritz.box'],
  'lan disallow': ['nas.fritz.box'],
  backup: ['--to', 'backup'],
  health: [],
  'restore-test': [],
  'library list': [],
  'library create': ['Another'],
  'library delete': ['Papers', '--yes'],
  'library lock': [],
  storage: ['Photos'],
  retention: ['Photos', '0', '--yes'],
  'folder add': ['New', '--new-library', 'Other name'],
  'folder list': [],
  'folder status': ['FOLDER'],
  'folder remove': ['FOLDER', '--yes'],
  'folder resume': ['FOLDER'],
  'folder rescan': ['FOLDER'],
  'folder accept': ['HELD', '--yes'],
  'folder put-back': ['HELD', '--yes'],
  'folder preflight': ['New'],
  'folder relink': ['FOLDER', 'New', '--force'],
  'folder ignore': ['FOLDER', '--from', 'rules', '--yes'],
  'folder subfolders': ['FOLDER'],
  'folder exclude': ['FOLDER', 'raw', '--yes'],
  'folder include': ['FOLDER', 'left-out'],
  'folder activity': ['FOLDER'],
  'folder unlock': ['FOLDER', '--password-stdin'],
  'folder lock': ['FOLDER'],
  'folder pause': ['FOLDER', '--for', '2h'],
  pause: [],
  resume: [],
  ls: ['Photos'],
  log: ['Photos'],
  restore: ['Photos', '/a.txt', '--at', 'FIRST', '--yes'],
  export: ['Photos', '--to', 'exported'],
  erase: ['Photos', '/a.txt', '--yes'],
  search: ['a'],
  completion: ['bash'],
};

/** What removes or overwrites something, and what a dry run of it tells of what would be done. */
const DESTRUCTIVE: Readonly<Record<string, string>> = {
  gc: 'objects (',
  'library delete': 'Would move "Papers" (0 files, 0 bytes) to the deleted libraries.',
  retention: 'Removes ',
  'folder remove': 'from "Photos".',
  'folder accept': 'Would remove 12 files from "Held":\n  0.txt\n',
  'folder put-back': 'Would write 12 files into',
  'folder ignore': 'Changes of the 1 file that the new patterns name would no longer be saved.',
  'folder exclude': 'Would remove "raw" (1 files, 5 bytes) from',
  erase: 'Would erase 2 versions of 1 path (up to 11 bytes) from 2 commits of Photos',
  restore: 'Would restore /a.txt, 1 file (5 bytes), in place of the file there; nothing was changed.',
};

/** Nothing that changed was rewritten here; and the history keeps what a restore replaces. */
const ASKS_NOTHING: ReadonlySet<string> = new Set(['folder put-back', 'restore']);

const app = useApp();
let folder: ReturnType<typeof temporaryDataFolder>;
const made = { FOLDER: '', HELD: '', FIRST: '', PORT: '' };
let atFirst: Awaited<ReturnType<typeof everything>>;

const run = (...words: string[]) =>
  runTyped(words, { dataDir: app().dataDir, cwd: folder.path, input: 'a secret, long\n' });

/** A command as it is typed, with other words instead of `--yes` where they are given. */
function typedWords(name: string, insteadOfYes: readonly string[] = ['--yes']): string[] {
  const rest = (TYPED[name] ?? []).flatMap((word) => (word === '--yes' ? insteadOfYes : [word]));
  return [...name.split(' '), ...rest.map((word) => made[word as keyof typeof made] ?? word)];
}

async function get<T>(path: string): Promise<T> {
  const { status, json, text } = await app().call('GET', `/api/local/v1/${path}`, {
    token: app().adminToken,
  });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return json as T;
}

async function linked(name: string, count: number): Promise<string> {
  const root = join(folder.path, name);
  mkdirSync(root);
  for (let index = 0; index < count; index += 1) writeFileSync(join(root, `${index}.txt`), `file ${index}`);
  if (name === 'Photos') {
    for (const inner of ['raw', 'left-out']) {
      mkdirSync(join(root, inner));
      writeFileSync(join(root, inner, 'b.raw'), '12345');
    }
    writeFileSync(join(root, 'a.txt'), 'first');
    writeFileSync(join(root, 'seafile-ignore.txt'), '*.tmp\n');
  }
  const { code, out, err } = await run('folder', 'add', name, '--json');
  if (code !== 0) throw new Error(err);
  const { folder_id: id } = JSON.parse(out) as { folder_id: string };
  await untilIs(id, 'idle');
  return id;
}

async function untilIs(id: string, state: string): Promise<void> {
  await vi.waitFor(async () => {
    const found = await get<LinkedFolderJson>(`folders/${id}/`);
    if (found.state !== state || (state === 'idle' && found.pending > 0))
      throw new Error(JSON.stringify(found));
  }, WITHIN);
}

beforeAll(async () => {
  folder = temporaryDataFolder();
  mkdirSync(join(folder.path, 'New'));
  mkdirSync(join(folder.path, 'backup'));
  writeFileSync(join(folder.path, 'rules'), '*.raw\n');
  await run('library', 'create', 'Papers');
  made.PORT = String(await freePort());
  made.FOLDER = await linked('Photos', 2);
  const photos = (await get<LinkedFolderJson>(`folders/${made.FOLDER}/`)).library_id;
  made.FIRST = (await get<HistoryPageJson>(`libraries/${photos}/history/`)).commits[0]?.id ?? '';
  writeFileSync(join(folder.path, 'Photos', 'a.txt'), 'second');
  await run('folder', 'rescan', made.FOLDER);
  await vi.waitFor(async () => {
    const { commits } = await get<HistoryPageJson>(`libraries/${photos}/history/?path=/a.txt`);
    expect(commits).toHaveLength(2);
  }, WITHIN);
  await run('folder', 'exclude', made.FOLDER, 'left-out', '--yes');
  await untilIs(made.FOLDER, 'idle');
  made.HELD = await linked('Held', 12);
  for (let index = 0; index < 12; index += 1) rmSync(join(folder.path, 'Held', `${index}.txt`));
  await run('folder', 'rescan', made.HELD);
  await untilIs(made.HELD, 'held');
  atFirst = await everything();
});
afterAll(() => folder.remove());

/** All that a command could have changed: libraries, accounts, folders, settings, and files. */
async function everything() {
  const pages = ['deleted-libraries', 'admin/users', 'devices', 'admin/settings', 'backup'];
  const [{ libraries }, { folders }, patterns, ...others] = await Promise.all([
    get<{ libraries: LocalLibraryJson[] }>('libraries/'),
    get<{ folders: LinkedFolderJson[] }>('folders/'),
    get(`folders/${made.FOLDER}/ignore/`),
    ...pages.map((page) => get(`${page}/`)),
  ]);
  const storage = join(app().dataDir, 'storage');
  return {
    libraries: libraries.map((library) => ({ ...library, folder: library.folder?.id })),
    folders: folders.map(({ id, path, state, resume_at, held, excluded, encryption }) => {
      return { id, path, state, resume_at, held, excluded, encryption };
    }),
    // When somebody was last seen is no setting, and asking for all of this is being seen.
    others: JSON.stringify([patterns, others]).replaceAll(/"last_\w+":\d+/g, ''),
    journal: readFileSync(join(app().dataDir, 'heads.journal'), 'hex'),
    stored: filesBelow(storage).map((path) => [path, statSync(join(storage, path)).size]),
    onDisk: filesBelow(folder.path).map((path) => [path, readFileSync(join(folder.path, path), 'utf8')]),
  };
}

const NAMES = ALL_COMMANDS.map(({ name }) => name);
/** What any command declares, each option once. */
const EVERY_OPTION: OptionShapes = Object.assign({}, ...ALL_COMMANDS.map(({ options = {} }) => options));
const takesDryRun = (name: string) =>
  'dry-run' in (ALL_COMMANDS.find((command) => command.name === name)?.options ?? {});

describe('every command', () => {
  it('is in this table, and what removes or overwrites takes --dry-run and --yes', () => {
    expect(Object.keys(TYPED)).toEqual(NAMES);
    const declared = ALL_COMMANDS.filter(({ options = {} }) => 'dry-run' in options && 'yes' in options);
    expect(declared.map(({ name }) => name).sort()).toEqual([...Object.keys(DESTRUCTIVE), 'recover'].sort());
  });

  it.each(NAMES)(
    '%s shows its help, refuses options and words that it has not, and does nothing',
    async (name) => {
      const help = await run(...typedWords(name), '--help');
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toMatch(new RegExp(`^Usage: npm run --silent cli -- ${name} `));
      expect(help.out).toContain(`\nExample:\n  npm run --silent cli -- ${name}`);
      const others = ['--unknown', ...(takesDryRun(name) ? [] : ['--dry-run'])];
      for (const other of others) {
        const { code, out, err } = await run(...typedWords(name), other);
        expect({ code, out }).toEqual({ code: 2, out: '' });
        expect(err).toMatch(
          new RegExp(`^Unknown option '${other}'.* Usage: ${name}.*; --help says more\\.\\n$`),
        );
      }
      // Some words may be left out, and any number of words can be searched for.
      const many = Array.from({ length: 3 }, () => 'surplus');
      if (name !== 'search')
        expect(await run(...typedWords(name), ...many)).toEqual({
          ...{ code: 2, out: '' },
          err: expect.stringContaining('Too many arguments'),
        });
      expect(await everything()).toEqual(atFirst);
    },
  );

  it.each(NAMES)('%s takes its own options and refuses each of the others', (name) => {
    const own = ALL_COMMANDS.find((command) => command.name === name)?.options ?? {};
    for (const [option, shape] of Object.entries(EVERY_OPTION)) {
      const [typed, given] = 'value' in shape ? [`--${option}=x`, 'x'] : [`--${option}`, true];
      const parsing = () => parseCommandLine([...typedWords(name, []), typed]).options[option];
      if (option in own) expect(parsing()).toBe(given);
      else expect(parsing).toThrow(`Unknown option '${typed}'`);
    }
  });
});

describe('what removes or overwrites', () => {
  it.each(Object.entries(DESTRUCTIVE))('%s only tells what it would do in a dry run', async (name, told) => {
    for (const words of [['--dry-run'], ['--dry-run', '--yes']]) {
      const { code, out } = await run(...typedWords(name, words));
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(told) });
    }
    expect(await everything()).toEqual(atFirst);
  });

  it.each(Object.keys(DESTRUCTIVE).filter((name) => !ASKS_NOTHING.has(name)))(
    '%s wants to be told twice',
    async (name) => {
      const { code, out, err } = await run(...typedWords(name, []));
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/Add --yes to do it, or --dry-run to look first\.\n$/);
      expect(await everything()).toEqual(atFirst);
    },
  );

  it('is done when it is told twice', async () => {
    expect(await run(...typedWords('restore', []))).toMatchObject({ code: 0, out: 'Restored /a.txt.\n' });
    expect(await run(...typedWords('folder ignore'))).toMatchObject({ code: 0 });
    expect(await run(...typedWords('folder accept'))).toMatchObject({ code: 0 });
    await untilIs(made.HELD, 'idle');
    const { libraries } = await get<{ libraries: LocalLibraryJson[] }>('libraries/');
    expect(libraries.find(({ name }) => name === 'Held')).toMatchObject({ file_count: 0 });
    const nothing = `Nothing that changed in ${join(folder.path, 'Held')} is held.`;
    expect((await run(...typedWords('folder accept', ['--dry-run']))).out).toBe(`${nothing}\n`);
  });
});
