import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';

const root = join(import.meta.dirname, '../../..');

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** Resolves with everything on standard output once it holds a whole line. */
  readonly firstLine: Promise<string>;
  output(): string;
  errors(): string;
}

function npm(...args: string[]): Run {
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  const firstLine = Promise.withResolvers<string>();
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString('utf8');
    if (output.includes('\n')) firstLine.resolve(output);
  });
  child.stderr.on('data', (piece: Buffer) => {
    errors += piece.toString('utf8');
  });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return { child, ended, firstLine: firstLine.promise, output: () => output, errors: () => errors };
}

describe('the npm commands', () => {
  let dataDir: string;
  let running: Run[] = [];
  const start = (...args: string[]): Run => {
    const run = npm(...args);
    running.push(run);
    return run;
  };

  beforeAll(() => ensureBundle(), 90_000);

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keepfold-npm-'));
    running = [];
  });

  afterEach(async () => {
    for (const { child, ended } of running) {
      if (child.exitCode === null) child.kill('SIGTERM');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'serve prints one line and ends cleanly when npm gets %s',
    async (signal) => {
      const serve = start('run', '--silent', 'serve', '--', '--data-dir', dataDir, '--port', '0');
      const ready: unknown = JSON.parse(await serve.firstLine);
      expect(ready).toEqual({
        event: 'ready',
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        pid: expect.any(Number),
      });
      const askedMs = Date.now();
      serve.child.kill(signal);
      expect(await serve.ended).toBe(0);
      expect(Date.now() - askedMs).toBeLessThan(5_000);
      expect(serve.output().trimEnd().split('\n')).toHaveLength(1);
    },
    30_000,
  );

  it('serve passes the exit code of the server on', async () => {
    const first = start('run', '--silent', 'serve', '--', '--data-dir', dataDir, '--port', '0');
    await first.firstLine;
    const second = start('run', '--silent', 'serve', '--', '--data-dir', dataDir, '--port', '0');
    expect(await second.ended).toBe(4);
    expect(second.output()).toBe('');
  }, 30_000);

  it('cli answers about the running server', async () => {
    const serve = start('run', '--silent', 'serve', '--', '--data-dir', dataDir, '--port', '0');
    const { url } = JSON.parse(await serve.firstLine);
    const cli = start('run', '--silent', 'cli', '--', 'status', '--data-dir', dataDir, '--json');
    expect(await cli.ended).toBe(0);
    expect(JSON.parse(cli.output())).toMatchObject({ address: url, data_dir: dataDir });
  }, 30_000);

  it('start says why there is no window and where to sign in, once', async () => {
    const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', KEEPFOLD_DATA_DIR: dataDir };
    const child = spawn(process.execPath, ['resources/launch/start.mjs', '--port', '0'], { cwd: root, env });
    let output = '';
    const signIn = Promise.withResolvers<void>();
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString('utf8');
      if (output.includes('"ready"')) signIn.resolve();
    });
    await signIn.promise;
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output).toMatch(/^Keepfold runs without its desktop window, because there is no display\.\n/);
    expect(output.match(/http:\/\/127\.0\.0\.1:\d+\/#\/sign-in\?code=[0-9a-f]+/g)).toHaveLength(1);
  }, 30_000);
});
