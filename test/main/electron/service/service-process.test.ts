import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBundle } from '../../../../resources/launch/bundle.mjs';
import type { FromService } from '../../../../src-main/electron/service/service-messages.ts';
import { type Refusal, refusals, withUnwritable } from '../../../support/broken-stderr.ts';
import { forkService } from '../../../support/electron-stub/forked-service.ts';

const root = join(import.meta.dirname, '../../../..');
const entry = join(root, 'out/main/service.js');
const signal = () => AbortSignal.timeout(20_000);

describe('the process of the service, when nothing can be written to its standard error', () => {
  beforeAll(() => ensureBundle(), 90_000);

  it.each(refusals)(
    'starts, says that it has a window, and has what it tells in the log file that it was given (%s)',
    async (refusal) => {
      const { child, base } = await start({ refusal });
      const [told] = (await once(child, 'message', { signal: signal() })) as [FromService];
      if (told.kind !== 'running') throw new Error(`it said ${JSON.stringify(told)}`);
      const headers = { Authorization: `Token ${told.token}` };
      const link = await fetch(new URL('/api/local/v1/session/links/', told.url), {
        method: 'POST',
        headers,
      });
      expect(await link.json()).toMatchObject({ is_desktop: true });
      child.send({ kind: 'stop' });
      expect(await once(child, 'exit', { signal: signal() })).toEqual([0, null]);
      const events = await eventsIn(join(base, 'logs/service.log'));
      expect(events).toEqual(expect.arrayContaining(['started', 'stopped']));
    },
  );

  it('has in its log what ended it', async () => {
    const { child, base } = await start({ preload: './throw-later.ts' });
    expect(await once(child, 'exit', { signal: signal() })).toEqual([1, null]);
    expect(await eventsIn(join(base, 'logs/service.log'))).toContain('uncaught');
  });
});

interface How {
  readonly refusal?: Refusal;
  /** A module of the tests that is loaded into the service first. */
  readonly preload?: string;
}

/** The built service, asked to start. */
async function start({ refusal, preload }: How): Promise<{ child: ChildProcess; base: string }> {
  const base = await mkdtemp(join(tmpdir(), 'keepfold-service-'));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const child = withUnwritable(
    (fd) =>
      forkService(entry, {
        args: ['--log-file', join(base, 'logs/service.log')],
        preloads: preload === undefined ? [] : [preload],
        stdio: ['ignore', 'ignore', fd, 'ipc'],
      }),
    refusal,
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  child.send({ kind: 'start', dataDir: join(base, 'data'), port: 0 });
  return { child, base };
}

async function eventsIn(path: string): Promise<unknown[]> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { event?: string }).event);
}
