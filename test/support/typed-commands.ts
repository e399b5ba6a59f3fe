import { PassThrough } from 'node:stream';
import { runCommandLine } from '../../src-main/headless/command-line.ts';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Place {
  readonly dataDir: string;
  /** Where the command is typed. */
  readonly cwd: string;
  /** What is piped in. */
  readonly input?: string;
}

/** Runs the command line in this process, as typed by a user whose standard input is no terminal. */
export async function runTyped(
  words: readonly string[],
  { dataDir, cwd, input = '' }: Place,
): Promise<Ended> {
  const ended = { out: '', err: '' };
  const stderr = new PassThrough();
  stderr.on('data', (chunk) => {
    ended.err += String(chunk);
  });
  const stdin = new PassThrough();
  stdin.end(input);
  const code = await runCommandLine(words, {
    ...{ stdin, stderr, cwd, env: { KEEPFOLD_DATA_DIR: dataDir }, platform: process.platform },
    stdout: {
      write: (text: string) => {
        ended.out += text;
      },
    },
  });
  return { code, ...ended };
}
