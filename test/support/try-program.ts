import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CommandResult, runCommand } from '../checks/run-command.ts';

// `node test/support/try-program.ts <command>…` starts the app by a command as a person would, links a folder, waits until
// its file is in the library, and ends the app. A start that only fetched Electron is followed by the one that opens the
// window, which has to be there. `packaged` stands for the program that `npm run dist:dir` made. With `self-test` as the
// first word the program tries itself instead, and shows its report.

const root = join(import.meta.dirname, '../..');
const isWindows = process.platform === 'win32';
/** A first start may have to fetch Electron. */
const startsWithinMs = 10 * 60_000;
const savesWithinMs = 60_000;
const endsWithinMs = 30_000;

const words = process.argv.slice(2);
if (words[0] === 'self-test') process.exit(await selfTest(words.slice(1)));

const base = await mkdtemp(join(tmpdir(), 'keepfold-tried-'));
const dataDir = join(base, 'data');
const folder = join(base, 'Notes');
await mkdir(folder);
await writeFile(join(folder, 'note.txt'), 'A note.\n');

let said = '';
let program = start(words);

await until('the app answers', startsWithinMs, async () => (await cli('status')).exitCode === 0);
if (said.includes('the Electron runtime is still being fetched')) {
  await until('the Electron runtime is here', startsWithinMs, async () => {
    if (said.includes('no desktop window yet')) fail('the Electron runtime could not be fetched');
    return said.includes('the Electron runtime is here');
  });
  say('It has started without a window, and fetched Electron meanwhile.');
  await end();
  program = start(words);
  await until('the app answers again', startsWithinMs, async () => (await cli('status')).exitCode === 0);
}
if (said.includes('runs without its desktop window')) fail('there is no window');
say('It has started.');
const linked = await cli('folder', 'add', folder);
if (linked.exitCode !== 0) fail(linked.output);
await until('the file is saved', savesWithinMs, async () =>
  (await cli('ls', 'Notes')).output.includes('note.txt'),
);
say('A linked folder is saved.');
await end();
say(isWindows ? 'It was ended.' : 'It has quit when it was told to.');
await rm(base, { recursive: true, force: true, maxRetries: 5 });

async function selfTest(words: readonly string[]): Promise<number> {
  const [command, ...args] = commandOf(words);
  const timeoutMs = startsWithinMs;
  const { exitCode, output } = await runCommand(command, [...args, '--self-test'], { cwd: root, timeoutMs });
  process.stdout.write(output);
  // Without its line it has not tried itself, whatever it says at its end.
  const isReported = output.includes('{"event":"self-test",');
  return isReported ? exitCode : 1;
}

function commandOf([command = '', ...args]: readonly string[]): [string, ...string[]] {
  return [command === 'packaged' ? packagedProgram() : command, ...args];
}

function start(words: readonly string[]): ChildProcess {
  const [command, ...args] = commandOf(words);
  const all = [...args, '--data-dir', dataDir, '--port', '0'];
  // npm is a script on Windows, which only a shell starts. Elsewhere a group of its own hears the signal as a whole.
  const how = { shell: isWindows && command === 'npm', detached: !isWindows };
  const started = spawn(command, all, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...how });
  said = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (piece: Buffer) => {
      said += piece.toString('utf8');
      process.stderr.write(piece);
    });
  }
  return started;
}

function packagedProgram(): string {
  const names = [
    'linux*-unpacked/keepfold',
    'win*-unpacked/Keepfold.exe',
    'mac*/*.app/Contents/MacOS/Keepfold',
  ];
  const [found] = globSync(names, { cwd: join(root, 'dist') });
  if (found === undefined) throw new Error('there is no packaged program in dist/');
  return join(root, 'dist', found);
}

function cli(...words: readonly string[]): Promise<CommandResult> {
  const args = [join(root, 'out/main/cli.js'), ...words, '--data-dir', dataDir];
  return runCommand(process.execPath, args, { cwd: root, timeoutMs: endsWithinMs });
}

async function until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const latest = Date.now() + withinMs;
  while (!(await isSo())) {
    if (program.exitCode !== null || program.signalCode !== null) fail(`the app ended before ${what}`);
    if (Date.now() > latest) fail(`after ${withinMs / 1_000} s it is not so that ${what}`);
    await pause(500);
  }
}

/** Programs on Windows know no signal, so there it is ended as by the task manager. */
async function end(): Promise<void> {
  const ended = once(program, 'close', { signal: AbortSignal.timeout(endsWithinMs) });
  endGroup('SIGTERM');
  await ended;
}

function endGroup(signal: NodeJS.Signals): void {
  if (program.pid === undefined) return;
  if (isWindows) spawn('taskkill', ['/PID', String(program.pid), '/T', '/F'], { stdio: 'ignore' });
  else process.kill(-program.pid, signal);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(why: string): never {
  say(`Failed: ${why}`);
  if (program.exitCode === null && program.signalCode === null) endGroup('SIGKILL');
  process.exit(1);
}
