import { describe, expect, it } from 'vitest';
import { type CommandOptions, ENDED_CODE, runCommand } from '../../checks/run-command.ts';

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
