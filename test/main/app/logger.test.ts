import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withUnwritable } from '../../support/broken-stderr.ts';

const logger = join(import.meta.dirname, '../../../src-main/app/logger.ts');

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
