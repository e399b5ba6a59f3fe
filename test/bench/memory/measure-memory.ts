import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ServeProcess } from '../../support/serve-process.ts';
import { fillFolder } from '../pages/sample-folders.ts';
import { memoryOf } from './process-memory.ts';

const REST_MS = 60_000;
const PATIENCE = { everyMs: 500, deadlineMs: 600_000 };
const PRELOAD = new URL('./parent-port.mjs', import.meta.url).href;

/**
 * Measures what the app's service has in memory beside the headless server, which has means of its own against a large heap,
 * and answers it as a table. Both run under plain Node, where Electron's other heap and C library are not seen.
 *
 * @param work an empty folder
 * @param scale 1 for 100,000 files
 */
export async function measureMemory(work: string, scale: number): Promise<string> {
  const files = Math.round(100_000 * scale);
  const programs = [
    ['the headless server', await ServeProcess.start(join(work, 'server'))],
    ['the service of the app', await ServeProcess.startOfApp(join(work, 'app'), { imports: [PRELOAD] })],
  ] as const;
  await delay(REST_MS);
  const started = programs.map(([, { pid }]) => memoryOf(pid, 'now'));
  for (const [name, program] of programs) {
    const folder = join(work, `folder of ${name}`);
    fillFolder(folder, files);
    await program.link(folder, PATIENCE);
  }
  await delay(REST_MS);
  const rows = programs.map(([name, { pid }], at) => {
    const cells = [started[at], memoryOf(pid, 'at most'), memoryOf(pid, 'now')];
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  for (const [, program] of programs) await program.stop();
  const count = files.toLocaleString('en-GB');
  const head = `| MB of memory | a minute after a start | at most, while ${count} files are taken in | a minute after that |`;
  return [head, '|---|---|---|---|', ...rows].join('\n');
}
