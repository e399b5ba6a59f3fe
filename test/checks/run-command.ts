import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program that was run to its end. */
export interface CommandResult {
  readonly exitCode: number;
  /** Both streams in the order they came. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd: string;
  /** How long it may run. */
  readonly timeoutMs?: number;
  /** How long it may print nothing: what goes on, however slowly, is not ended. */
  readonly silenceMs?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Also show the output as it comes, each line after this; absent: show nothing. */
  readonly shownAfter?: string;
}

/** What a program that is ended for taking too long ends with. */
export const ENDED_CODE = 124;

/** Runs a program without input. One that takes too long is ended with all it has started: `ENDED_CODE`. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  // The output is kept and searched; colours would only litter it.
  const env = { ...(options.env ?? process.env), NO_COLOR: '1', FORCE_COLOR: '0' };
  // A process group of its own, so that the browsers and servers a runner starts end with it.
  const child = spawn(command, args, {
    cwd: options.cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { timeoutMs, silenceMs, shownAfter } = options;
  const pieces: Buffer[] = [];
  return new Promise((done) => {
    let lateness = '';
    const endGroup = (): void => {
      if (child.pid !== undefined)
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
    };
    const endBecause = (what: string): void => {
      lateness = what;
      endGroup();
    };
    const timer = timerFor(timeoutMs, () => endBecause(`ended after ${seconds(timeoutMs)} s`));
    const silence = timerFor(silenceMs, () =>
      endBecause(`ended: printed nothing for ${seconds(silenceMs)} s`),
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        pieces.push(piece);
        silence?.refresh();
      });
      if (shownAfter === undefined) continue;
      createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${shownAfter}${line}\n`));
    }
    // Each of several that run beside each other ends its own group.
    const stop = (): never => process.exit(130);
    process.once('exit', endGroup).once('SIGINT', stop).once('SIGTERM', stop);
    const end = (exitCode: number, note: string): void => {
      clearTimeout(timer);
      clearTimeout(silence);
      process.off('exit', endGroup).off('SIGINT', stop).off('SIGTERM', stop);
      done({ exitCode, output: Buffer.concat(pieces).toString('utf8') + note });
    };
    child.once('error', (error) => end(127, `\n${error.message}\n`));
    child.once('close', (code) => {
      if (lateness !== '') end(ENDED_CODE, `\n${lateness}\n`);
      else end(code ?? 1, '');
    });
  });
}

function timerFor(ms: number | undefined, work: () => void): NodeJS.Timeout | undefined {
  return ms === undefined ? undefined : setTimeout(work, ms);
}

function seconds(ms = 0): number {
  return ms / 1_000;
}
