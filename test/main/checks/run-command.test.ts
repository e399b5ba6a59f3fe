import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { type CommandOptions, ENDED_CODE, runCommand } from '../../checks/run-command.ts';

const RUN_COMMAND = join(import.meta.dirname, '../../checks/run-command.ts');

function runProgram(program: string, ends: Pick<CommandOptions, 'timeoutMs' | 'silenceMs'>) {
  return runCommand(process.execPath, ['-e', program], { cwd: import.meta.dirname, ...ends });
}

describe('a program that is run to its end', () => {
  it('is ended when it prints nothing for too long, and what it printed is kept', async () => {
    const { exitCode, output } = await runProgram(
      "console.log('begun'); setInterval(() => undefined, 1_000)",
      { silenceMs: 2_000 },
    );
    expect(exitCode).toBe(ENDED_CODE);
    expect(output).toBe('begun\n\nended: printed nothing for 2 s\n');
  });

  it('goes on for as long as it prints', async () => {
    const program = `
      let left = 30;
      const timer = setInterval(() => {
        console.log(left);
        left -= 1;
        if (left < 0) clearInterval(timer);
      }, 100);`;
    const { exitCode } = await runProgram(program, { silenceMs: 2_000 });
    expect(exitCode).toBe(0);
  });

  it('is ended after its time when it has one', async () => {
    const { exitCode, output } = await runProgram('setInterval(() => console.log(1), 100)', {
      timeoutMs: 2_000,
    });
    expect(exitCode).toBe(ENDED_CODE);
    expect(output).toContain('ended after 2 s');
  });
});

describe('programs that run beside each other', () => {
  it.skipIf(process.platform === 'win32')(
    'have their lines marked, and end all when the run is',
    async () => {
      const program = 'console.log(process.pid); setInterval(() => undefined, 1_000)';
      const run = spawn(process.execPath, [
        ...['--input-type=module', '--eval'],
        `import { runCommand } from ${JSON.stringify(RUN_COMMAND)};
      for (const shownAfter of ['one | ', 'two | '])
        void runCommand(process.execPath, ['-e', ${JSON.stringify(program)}], { cwd: '.', shownAfter });`,
      ]);
      const pids = new Map<string, number>();
      for await (const line of createInterface({ input: run.stdout })) {
        const [name = '', pid] = line.split(' | ');
        pids.set(name, Number(pid));
        if (pids.size === 2) run.kill('SIGTERM');
      }
      expect([...pids.keys()].sort()).toEqual(['one', 'two']);
      await expect.poll(() => [...pids.values()].filter(isRunning), { timeout: 10_000 }).toEqual([]);
      if (run.exitCode === null) await once(run, 'exit');
      expect(run.exitCode).toBe(130);
    },
  );
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
