import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecret, openDataDir, readInstance, writePrivateFile } from '../../../src-main/app/data-dir.ts';
import { StartError } from '../../../src-main/app/start-error.ts';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { expectRights } from '../../support/file-modes.ts';
import { STOPPED_CODE } from '../../support/process-ends.ts';
import { serveApp } from '../../support/served-app.ts';
import { SERVER_ENTRY } from '../../support/server-entry.ts';

let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

function refusalOf(path: string): unknown {
  try {
    openDataDir(path);
  } catch (error) {
    if (error instanceof StartError) return error.refusal;
    throw error;
  }
  return null;
}

describe('opening a data folder', () => {
  it('makes it with every folder around it that is missing, for its owner only', () => {
    const path = join(folder.path, 'a', 'b', 'data');
    expect(openDataDir(path)).toEqual({
      path,
      database: join(path, 'keepfold.db'),
      journal: join(path, 'heads.journal'),
      storage: join(path, 'storage'),
      secret: join(path, 'secret.key'),
      lock: join(path, 'instance.lock'),
      instance: join(path, 'instance.json'),
      cliToken: join(path, 'cli-token'),
    });
    for (const made of ['a', 'a/b', 'a/b/data']) expectRights(join(folder.path, made), 0o700);
    expect(readdirSync(path).sort()).toEqual(['instance.lock', 'keepfold.db']);
    for (const name of readdirSync(path)) expectRights(join(path, name), 0o600);
  });

  it('leaves what is there as it is', () => {
    openDataDir(folder.path);
    writeFileSync(join(folder.path, 'keepfold.db'), 'data');
    openDataDir(folder.path);
    expect(readFileSync(join(folder.path, 'keepfold.db'), 'utf8')).toBe('data');
  });

  it('is refused where a file is in the way', () => {
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    expect(refusalOf(file)).toBe('data-dir-unusable');
    expect(refusalOf(join(file, 'data'))).toBe('data-dir-unusable');
  });

  it('is refused where a link leads nowhere', () => {
    const link = join(folder.path, 'link');
    symlinkSync(join(folder.path, 'nowhere'), link);
    expect(refusalOf(join(link, 'data'))).toBe('data-dir-unusable');
    expect(existsSync(join(folder.path, 'nowhere'))).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')(
    'is refused where nothing can be written, for the administrator of the computer too',
    () => {
      expect(refusalOf('/proc/keepfold')).toBe('data-dir-unusable');
      expect(refusalOf('/proc/keepfold/a/b')).toBe('data-dir-unusable');
    },
  );
});

describe('the server', () => {
  it('ends with 3 and a word of why when the data folder cannot be used', async () => {
    const unusable = join(folder.path, 'file', 'data');
    writeFileSync(join(folder.path, 'file'), '');
    const child = spawn(process.execPath, [SERVER_ENTRY, '--data-dir', unusable, '--port', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const words: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => words.push(String(chunk)));
    const [code] = await once(child, 'close', { signal: AbortSignal.timeout(15_000) });
    expect(code).toBe(3);
    expect(JSON.parse(words.join(''))).toMatchObject({
      event: 'data-dir-unusable',
      msg: expect.stringContaining(`The data folder ${unusable} cannot be used`),
    });
  }, 20_000);

  it('keeps everything that it writes to its owner', async () => {
    const path = join(folder.path, 'data');
    const app = await serveApp(path);
    await app.client.call('POST libraries/', { name: 'Papers' });
    const rows = readdirSync(path, { recursive: true, withFileTypes: true });
    for (const row of rows) expectRights(join(row.parentPath, row.name), row.isDirectory() ? 0o700 : 0o600);
    const names = rows.map(({ name }) => name);
    for (const name of ['keepfold.db', 'heads.journal', 'secret.key', 'cli-token', 'instance.json'])
      expect(names).toContain(name);
    expect(await app.stop()).toBe(STOPPED_CODE);
    // Where it is ended at once the record stays, and says nothing without the lock.
    expect(existsSync(join(path, 'instance.json'))).toBe(STOPPED_CODE === null);
  }, 30_000);

  it('is closed as always when the record of the run cannot be removed', async () => {
    const path = join(folder.path, 'data');
    const app = await serveApp(path);
    rmSync(join(path, 'instance.json'));
    mkdirSync(join(path, 'instance.json'));
    expect(await app.stop()).toBe(STOPPED_CODE);
    expect(existsSync(join(path, 'keepfold.db-wal'))).toBe(STOPPED_CODE === null);
  }, 30_000);
});

describe('the secret of a data folder', () => {
  it('is made once, 32 bytes for its owner only', () => {
    const dataDir = openDataDir(folder.path);
    const secret = loadSecret(dataDir);
    expect(secret).toHaveLength(32);
    expect(loadSecret(dataDir)).toEqual(secret);
    expectRights(join(folder.path, 'secret.key'), 0o600);
  });

  it('is never replaced when it is damaged: every token would end', () => {
    const dataDir = openDataDir(folder.path);
    writeFileSync(join(folder.path, 'secret.key'), 'short');
    expect(() => loadSecret(dataDir)).toThrow('it must hold 32 bytes');
    expect(readFileSync(join(folder.path, 'secret.key'), 'utf8')).toBe('short');
  });
});

describe('a private file', () => {
  it('replaces the one before in one step', () => {
    const path = join(folder.path, 'cli-token');
    writePrivateFile(path, 'one');
    writePrivateFile(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('two');
    expectRights(path, 0o600);
    expect(readdirSync(folder.path)).toEqual(['cli-token']);
  });
});

describe('the record of a running instance', () => {
  it.each([
    ['{"url":"http://127.0.0.1:8730","pid":42}', { url: 'http://127.0.0.1:8730', pid: 42 }],
    ['{"url":"http://127.0.0.1:8730"}', null],
    ['{"url":1,"pid":42}', null],
    ['{"url":"http', null],
    ['', null],
    [null, null],
  ])('is read from %s', (text, record) => {
    const instance = join(folder.path, 'instance.json');
    if (text === null) mkdirSync(instance);
    else writeFileSync(instance, text);
    expect(readInstance({ instance })).toEqual(record);
  });
});
