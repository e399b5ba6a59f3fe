import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { CLI_ENTRY } from './server-entry.ts';

/** Where a user who types a command sits. */
interface TypedWhere {
  readonly dataDir: string;
  /** Where paths begin; absent: this process's folder. */
  readonly folder?: string;
  /** What comes on standard input, which then ends. */
  readonly input?: string;
}

interface EndedCommand {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as a user types it, to its end. */
export async function typedCommand(
  { dataDir, folder, input = '' }: TypedWhere,
  words: readonly string[],
): Promise<EndedCommand> {
  const child = spawn(process.execPath, [CLI_ENTRY, ...words], {
    env: {
      ...process.env,
      KEEPFOLD_DATA_DIR: dataDir,
      ...(folder === undefined ? {} : { INIT_CWD: folder }),
    },
  });
  // A command that reads nothing may have ended before.
  child.stdin.on('error', () => undefined).end(input);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}
