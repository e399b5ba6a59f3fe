import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storeLog } from '../../../src-main/app/logger.ts';
import { DomainError } from '../../../src-main/core/errors.ts';
import { withUnwritable } from '../../support/broken-stderr.ts';

const logger = new URL('../../../src-main/app/logger.ts', import.meta.url).href;

it('ends nobody, and lets nobody wait, whose standard error refuses, whatever is told', async () => {
  const program = `
    const { createLogger } = await import(${JSON.stringify(logger)});
    const log = createLogger('info');
    log.info('first');
    log.fatal('last');
    process.exit(7);`;
  const child = withUnwritable((fd) =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', fd] }),
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit', { signal: AbortSignal.timeout(10_000) })).toEqual([7, null]);
});

it('tells of what fails in the background, and the process goes on', async () => {
  const program = `
    const { createLogger, surviveBackground } = await import(${JSON.stringify(logger)});
    surviveBackground(createLogger('info'));
    Promise.reject(new Error('disk I/O error'));
    setTimeout(() => process.exit(7), 1);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const told = text(child.stderr);
  expect(await once(child, 'exit', { signal: AbortSignal.timeout(10_000) })).toEqual([7, null]);
  expect(await told).toContain('"event":"background-failed"');
});

describe('the log of the stores', () => {
  it('says why writing stopped, and what could not be removed', () => {
    const lines: Record<string, unknown>[] = [];
    const log = storeLog(pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }));
    const cause = Object.assign(new Error('EPERM: operation not permitted, rename'), { code: 'EPERM' });
    log.writingStopped(new DomainError('library-read-only', { reason: 'journal-failed' }, cause));
    log.leftBehind('/data/tmp/object-1', cause);
    expect(lines[0]).toMatchObject({ event: 'writing-stopped', reason: 'journal-failed', level: 50 });
    expect(JSON.stringify(lines[0])).toContain('EPERM: operation not permitted, rename');
    expect(lines[1]).toMatchObject({
      ...{ event: 'leftover-not-removed', path: '/data/tmp/object-1', level: 40 },
      err: { code: 'EPERM' },
    });
  });
});
