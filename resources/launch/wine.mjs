import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './child.mjs';
import { setupFolder } from './project.mjs';

/** Everything that makes this machine a Windows computer as well. Deleting it undoes all of it. */
export const windowsFolder = join(setupFolder, 'wine');

/** The Debian that Wine runs in, unpacked beside this machine's own. */
export const wineRoot = join(windowsFolder, 'system');

const computer = join(windowsFolder, 'computer');

/** Where drive C: is on this machine. */
export const driveC = join(computer, 'drive_c');

/** Node as that computer has it. */
export const WINDOWS_NODE = 'C:\\node\\node.exe';

/**
 * A namespace of its own for what is mounted, so that nothing stays mounted whatever ends the program. The folder is seen at
 * the same path inside, which is how Wine finds its drive. Arguments: the root, the folder, where to run, the command.
 */
const INSIDE = `
root=$1 folder=$2 at=$3; shift 3
mkdir -p "$root$folder"
mount --bind "$folder" "$root$folder"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
exec unshare --root="$root" --wd="$at" "$@"`;

/** @typedef {{ command: string, args: string[], env: NodeJS.ProcessEnv }} WineCall */

/**
 * How to start a Windows program. What it writes has to go to files: Wine gives Node no pipe of Linux to write to.
 * @param {readonly string[]} program with its arguments, as Windows spells them
 * @param {{ at?: string, env?: NodeJS.ProcessEnv }} [options] `at`: where it runs, as this machine spells it
 * @returns {WineCall}
 */
export function windowsCall(program, { at = driveC, env = process.env } = {}) {
  return insideCall(['/usr/lib/wine/wine64', ...program], at, env);
}

/** Ends every Windows program that runs in this checkout. */
export async function endWindows() {
  const { command, args, env } = insideCall(
    ['/usr/lib/wine/wineserver64', '--kill'],
    windowsFolder,
    process.env,
  );
  await runStep(command, args, { env, quiet: true });
}

/**
 * Starts the computer for the first time, which makes its drive. What goes wrong there can start programs without end, so all
 * of it runs in a namespace of its own for processes, and ends with it.
 * @param {readonly (readonly string[])[]} programs one after the other
 * @param {number} timeoutMs
 * @returns {Promise<number>} the exit code
 */
export async function startWindowsFirst(programs, timeoutMs) {
  mkdirSync(computer, { recursive: true });
  const starts = programs.map((program) => windowsCall(program, { at: windowsFolder }));
  const wait = insideCall(['/usr/lib/wine/wineserver64', '--wait'], windowsFolder, process.env);
  const lines = [...starts, wait].map(({ command, args }) => [command, ...args].map(quoted).join(' '));
  const own = ['--pid', '--fork', '--kill-child=KILL', 'bash', '-c', lines.join('\n')];
  return runStep('unshare', own, { env: wait.env, timeoutMs, quiet: true });
}

/**
 * @param {readonly string[]} words
 * @param {string} at
 * @param {NodeJS.ProcessEnv} env
 * @returns {WineCall}
 */
function insideCall(words, at, env) {
  const args = ['--mount', '--propagation', 'private', 'bash', '-ec', INSIDE, 'wine'];
  return {
    command: 'unshare',
    args: [...args, wineRoot, windowsFolder, at, ...words],
    env: wineEnvironment(env),
  };
}

/** @param {NodeJS.ProcessEnv} env */
function wineEnvironment(env) {
  const {
    DISPLAY: _display,
    WAYLAND_DISPLAY: _wayland,
    // Names of files that are not there inside, and options for the Node of this machine.
    NODE_EXTRA_CA_CERTS: _authorities,
    SSL_CERT_FILE: _certificates,
    NODE_OPTIONS: _options,
    NODE_COMPILE_CACHE: _compiled,
    ...rest
  } = env;
  return {
    ...rest,
    WINEPREFIX: computer,
    WINEARCH: 'win64',
    WINESERVER: '/usr/lib/wine/wineserver64',
    WINEDEBUG: '-all',
    // No questions about programs that run .NET or show pages, and no menus on this machine's desktop.
    WINEDLLOVERRIDES: 'mscoree,mshtml=;winemenubuilder.exe=d',
    HOME: '/root',
    XDG_RUNTIME_DIR: '/tmp',
    // Without a locale of UTF-8 there are no file names beyond ASCII.
    LC_ALL: 'C.UTF-8',
  };
}

/** @param {string} word */
function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
