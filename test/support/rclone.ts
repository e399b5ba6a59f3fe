import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FairQueue } from '../../src-main/engine/scheduling/fair-queue.ts';

/** Where no rclone is installed, the tests that drive it are skipped. */
export const hasRclone = spawnSync('rclone', ['version']).status === 0;

/** What one remote of the configuration says beside its type and address. */
export interface RemoteRequest {
  readonly user: string;
  /** What rclone signs in with at each command, or a token that it was given. */
  readonly secret: { readonly password: string } | { readonly token: string };
  /** Absent: the remote shows all libraries, and paths begin with the name of one. */
  readonly library?: string;
  /** The password of an encrypted library. */
  readonly libraryKey?: string;
}

/** How a command of rclone ended. */
export interface RcloneResult {
  readonly code: number | null;
  readonly output: Buffer;
  readonly errors: string;
}

/** The real program, with a configuration of its own. */
export interface Rclone {
  /** Runs a command to its end, whatever it is. */
  run(...args: string[]): Promise<RcloneResult>;
  /** What a command writes on standard output. @throws Error when it fails or says something about an error */
  read(...args: string[]): Promise<Buffer>;
  /** As `read`, with `input` coming over a pipe. */
  feed(input: Uint8Array, ...args: string[]): Promise<Buffer>;
}

/** More than nine people at once cannot sign in, and rclone does so each time. */
const programs = new FairQueue({ atOnce: 8, waiting: Number.POSITIVE_INFINITY });

const running = new Set<ChildProcess>();
let isOver = false;

/** Ends what tests that failed have left behind, which would go on trying; for after the tests of a file. */
export function killLeftRclones(): void {
  isOver = true;
  for (const child of running) child.kill('SIGKILL');
}

/** Writes a configuration into `folder`: one remote a name. */
export function setUpRclone(
  folder: string,
  url: string,
  remotes: Readonly<Record<string, RemoteRequest>>,
): Rclone {
  const config = join(folder, 'rclone.conf');
  const sections = Object.entries(remotes).map(([name, remote]) => sectionOf(name, url, remote));
  writeFileSync(config, sections.join('\n'));
  const env = { ...process.env, HOME: folder, RCLONE_CONFIG: config };

  const run = (args: readonly string[], input?: Uint8Array) => programs.run(() => runOne(args, input));

  async function runOne(args: readonly string[], input?: Uint8Array): Promise<RcloneResult> {
    if (isOver) throw new Error('the tests are over');
    // One try: what works only when it is repeated does not work.
    const child = spawn('rclone', ['--retries', '1', ...args], { env, stdio: 'pipe' });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => output.push(piece));
    child.stderr.on('data', (piece: Buffer) => errors.push(piece));
    // A program that ends before it has read everything says why on its own.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output: Buffer.concat(output), errors: Buffer.concat(errors).toString('utf8') };
  }

  async function read(args: readonly string[], input?: Uint8Array): Promise<Buffer> {
    const { code, output, errors } = await run(args, input);
    if (code !== 0 || /ERROR/.test(errors)) {
      throw new Error(`rclone ${args.join(' ')} ended with ${code}: ${errors}`);
    }
    return output;
  }

  return {
    run: (...args) => run(args),
    read: (...args) => read(args),
    feed: (input, ...args) => read(args, input),
  };
}

function sectionOf(name: string, url: string, remote: RemoteRequest): string {
  const { user, secret, library, libraryKey } = remote;
  const lines = [
    `[${name}]`,
    'type = seafile',
    `url = ${url}`,
    `user = ${user}`,
    // rclone takes a token only where it believes that there is a second factor.
    ...('token' in secret
      ? ['2fa = true', `auth_token = ${secret.token}`]
      : [`pass = ${obscured(secret.password)}`]),
    'create_library = true',
    ...(library === undefined ? [] : [`library = ${library}`]),
    ...(libraryKey === undefined ? [] : [`library_key = ${obscured(libraryKey)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function obscured(secret: string): string {
  return execFileSync('rclone', ['obscure', secret], { encoding: 'utf8' }).trim();
}
