import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBundle } from '../../../../resources/launch/bundle.mjs';
import { withUnwritable } from '../../../support/broken-stderr.ts';

const root = join(import.meta.dirname, '../../../..');
const entry = join(root, 'out/main/service.js');
const parentPort = new URL('../../../support/electron-stub/parent-port.ts', import.meta.url).href;
const signal = () => AbortSignal.timeout(20_000);

describe('the process of the service, when nothing can be written to its standard error', () => {
  beforeAll(() => ensureBundle(), 90_000);

  it('starts, and has what it tells in the log file that it was given', async () => {
    const { child, base } = await start();
    const [told] = await once(child, 'message', { signal: signal() });
    expect(told).toMatchObject({ kind: 'running' });
    child.send({ kind: 'stop' });
    expect(await once(child, 'exit', { signal: signal() })).toEqual([0, null]);
    const events = await eventsIn(join(base, 'logs/service.log'));
    expect(events).toEqual(expect.arrayContaining(['started', 'stopped']));
  });

  it('has in its log what ended it', async () => {
    const { child, base } = await start('throw-later.ts');
    expect(await once(child, 'exit', { signal: signal() })).toEqual([1, null]);
    expect(await eventsIn(join(base, 'logs/service.log'))).toContain('uncaught');
  });
});

/** The built service, asked to start; `preload`: a module of the test's that is loaded into it first. */
async function start(preload?: string): Promise<{ child: ChildProcess; base: string }> {
  const base = await mkdtemp(join(tmpdir(), 'keepfold-service-'));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const also = preload === undefined ? [] : ['--import', join(root, 'test/support/electron-stub', preload)];
  const child = withUnwritable((fd) =>
    fork(entry, ['--log-file', join(base, 'logs/service.log')], {
      execArgv: ['--import', parentPort, ...also],
      stdio: ['ignore', 'ignore', fd, 'ipc'],
    }),
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  child.send({ kind: 'start', dataDir: join(base, 'data'), port: 0 });
  return { child, base };
}

async function eventsIn(path: string): Promise<unknown[]> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { event?: string }).event);
}
