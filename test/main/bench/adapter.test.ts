import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { snapshotOf } from '../../support/folder-snapshot.ts';

const ADAPTER = join(import.meta.dirname, '../../bench/adapter.mjs');
const SLOW_MS = 60_000;

interface Ready {
  readonly head?: string;
  readonly base: string;
  readonly repo: string;
  readonly token: string;
}

function place() {
  const top = mkdtempSync(join(tmpdir(), 'keepfold-bench-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const [store, source] = [join(top, 'store'), join(top, 'source')];
  mkdirSync(store);
  mkdirSync(join(source, 'inner'), { recursive: true });
  writeFileSync(join(source, 'a.txt'), 'first\n');
  writeFileSync(join(source, 'inner', 'b.bin'), Buffer.alloc(3_000_000, 7));
  return { top, store, source };
}

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [ADAPTER, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });

/** The exit status, and what was said on standard output. */
async function run(...args: string[]) {
  const child = start(...args);
  let output = '';
  child.stdout?.on('data', (part: Buffer) => {
    output += String(part);
  });
  const [code] = await once(child, 'close');
  return { code: code as unknown, output };
}

/** What a server says first, and how it ends when it is told to. */
async function serving(...args: string[]) {
  const child = start(...args);
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('there is no standard output');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const stop = async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    return (await ended)[0] as unknown;
  };
  return { ready: JSON.parse(String(line)) as Ready, stop };
}

async function headOf(url: string, headers: Record<string, string>): Promise<string> {
  const answer = (await (await fetch(url, { headers })).json()) as { head_commit_id: string };
  return answer.head_commit_id;
}

describe('the adapter of the benchmarks', () => {
  beforeAll(() => ensureBundle(), 120_000);

  it(
    'takes a folder in, then what changed, and writes it out again',
    async () => {
      const { top, store, source } = place();
      const quietly = { code: 0, output: '' };
      expect(await run('init', store)).toEqual(quietly);
      expect(await run('import', store, source)).toEqual(quietly);
      writeFileSync(join(source, 'a.txt'), 'second\n');
      renameSync(join(source, 'inner'), join(source, 'outer'));
      expect(await run('commit', store, source)).toEqual(quietly);
      expect(await run('checkout', store, join(top, 'out'))).toEqual(quietly);

      rmSync(join(source, '.keepfold-folder'));
      expect(await snapshotOf(join(top, 'out'))).toEqual(await snapshotOf(source));
    },
    SLOW_MS,
  );

  it(
    'watches a folder, and says where its head is asked for',
    async () => {
      const { store, source } = place();
      const { ready, stop } = await serving('serve', store, source, '0');
      const ask = () => headOf(ready.head ?? '', { Authorization: `Token ${ready.token}` });
      const before = await ask();
      writeFileSync(join(source, 'a.txt'), 'second\n');
      await expect.poll(ask, { timeout: 20_000 }).not.toBe(before);
      expect(await stop()).toBe(0);
    },
    SLOW_MS,
  );

  it(
    'holds an empty library for sync clients',
    async () => {
      const { store } = place();
      const { ready, stop } = await serving('host', store, '0');
      const url = `${ready.base}/seafhttp/repo/${ready.repo}/commit/HEAD`;
      expect(await headOf(url, { 'Seafile-Repo-Token': ready.token })).toMatch(/^[0-9a-f]{40}$/);
      expect(await stop()).toBe(0);
    },
    SLOW_MS,
  );

  it('refuses what it does not know', async () => {
    expect(await run('destroy', 'everything')).toEqual({ code: 1, output: '' });
  });
});
