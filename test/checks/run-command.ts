import { spawn } from 'node:child_process';

/** A program that was run to its end. */
export interface CommandResult {
  readonly exitCode: number;
  /** Both streams in the order they came. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Also show the output as it comes. */
  readonly isShown?: boolean;
}

/** Runs a program without input. One that takes too long is ended with all it has started: exit code 124. */
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
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      pieces.push(piece);
      if (options.isShown) process.stdout.write(piece);
    });
  }
  return new Promise((done) => {
    let isLate = false;
    const endGroup = (): void => {
      if (child.pid !== undefined)
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
    };
    const timer = setTimeout(() => {
      isLate = true;
      endGroup();
    }, options.timeoutMs);
    const stop = (): never => {
      endGroup();
      process.exit(130);
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const end = (exitCode: number, note: string): void => {
      clearTimeout(timer);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      done({ exitCode, output: Buffer.concat(pieces).toString('utf8') + note });
    };
    child.once('error', (error) => end(127, `\n${error.message}\n`));
    child.once('close', (code) => {
      if (isLate) end(124, `\nended after ${options.timeoutMs / 1_000} s\n`);
      else end(code ?? 1, '');
    });
  });
}
