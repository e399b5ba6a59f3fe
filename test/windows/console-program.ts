import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import koffi from 'koffi';

// A console on the Windows computer, with the server in it and somebody who presses Ctrl+C: run by Windows' own Node as
// `console-program.ts <data folder>`.

const kernel = koffi.load('kernel32.dll');
const freeConsole = kernel.func('int __stdcall FreeConsole()');
const allocConsole = kernel.func('int __stdcall AllocConsole()');
const pressKey = kernel.func('int __stdcall GenerateConsoleCtrlEvent(uint32_t event, uint32_t group)');

const CTRL_C = 0;
/** All programs of the console. */
const EVERYBODY = 0;
const ENDS_WITHIN_MS = 30_000;

const [dataDir = ''] = process.argv.slice(2);

freeConsole();
allocConsole();
// This one goes on.
process.on('SIGINT', () => undefined);

const entry = `${process.cwd()}\\out\\main\\serve.js`;
const server = spawn(process.execPath, [entry, '--data-dir', dataDir, '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
await once(server.stdout, 'data');
const ended = once(server, 'exit');
pressKey(CTRL_C, EVERYBODY);
const late = delay(ENDS_WITHIN_MS, null, { ref: false });
const end = await Promise.race([ended, late]);
if (end === null) server.kill();
process.stdout.write(end === null ? 'the server goes on\n' : `the server ended with ${end[0]}\n`);
process.exit(0);
