import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
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
