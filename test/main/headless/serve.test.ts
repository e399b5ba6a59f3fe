import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverEnvironment } from '../../../resources/launch/server-environment.mjs';
import { stopSignals } from '../../../src-main/headless/serve.ts';
import { withUnwritable } from '../../support/broken-stderr.ts';
import { STOPPED_CODE } from '../../support/process-ends.ts';
import { SERVER_ENTRY } from '../../support/server-entry.ts';

const signal = () => AbortSignal.timeout(20_000);

describe('the headless server', () => {
  it('starts, answers and stops while nothing can be written to its standard error', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'keepfold-serve-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const child = withUnwritable((fd) =>
      spawn(process.execPath, [SERVER_ENTRY, '--data-dir', dataDir, '--port', '0', '--print-sign-in'], {
        stdio: ['ignore', 'pipe', fd],
        env: serverEnvironment(),
      }),
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const [ready] = (await once(child.stdout as Readable, 'data', { signal: signal() })) as [Buffer];
    const { url } = JSON.parse(ready.toString('utf8')) as { url: string };
    const ping = await fetch(new URL('/api2/ping/', url));
    expect(await ping.text()).toBe('"pong"');
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit', { signal: signal() });
    expect(code).toBe(STOPPED_CODE);
  });

  it('stops cleanly when the launcher that started it says so', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'keepfold-serve-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const child = fork(SERVER_ENTRY, ['--data-dir', dataDir, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      env: serverEnvironment(),
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout as Readable, 'data', { signal: signal() });
    child.send('stop');
    expect(await once(child, 'exit', { signal: signal() })).toEqual([0, null]);
  });

  it('stops cleanly when its console is closed on Windows, and outlives its terminal elsewhere', () => {
    expect(stopSignals('win32')).toEqual(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK']);
    expect(stopSignals('linux')).toEqual(['SIGTERM', 'SIGINT']);
  });
});
