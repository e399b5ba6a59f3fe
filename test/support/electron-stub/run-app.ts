import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './electron.ts';
import { readiness } from './readiness.ts';

// Runs the bundle as Electron does: the app is ready once all of its entry has run, awaits at its top included, or, while
// the entry waits for something, once nothing is active any more that could end the wait.

// Standard streams, the channel to the test and the look itself, which are listed though the entry has nothing of them.
const idle = ['PipeWrap', 'TTYWrap', 'Immediate'];
let isDone = false;

// What an entry may have opened, a file of its log for example.
const open = process.env['KEEPFOLD_STUB_ACTIVE'] === '1' ? setInterval(() => undefined, 1_000) : null;

function becomeReady(): void {
  const isActive = process.getActiveResourcesInfo().some((kind) => !idle.includes(kind));
  if (isDone || !isActive) readiness.become();
  else setImmediate(becomeReady);
}

setImmediate(becomeReady);
await import(pathToFileURL(join(app.getAppPath(), 'out/main/main.js')).href);
isDone = true;
if (open !== null) clearInterval(open);
