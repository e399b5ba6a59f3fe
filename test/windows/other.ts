import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Operations } from './other-program.ts';
import { until } from './until.ts';
import { onThisMachine, startScript } from './windows-program.ts';

const PORT_FILE = 'C:\\other-program.port';

let running: Promise<string> | null = null;

/** Has another program on the Windows computer do something. It is started when it is first needed. */
export async function other<Name extends keyof Operations>(
  name: Name,
  ...args: Parameters<Operations[Name]>
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  running ??= start();
  const response = await fetch(await running, { method: 'POST', body: JSON.stringify({ name, args }) });
  const { done, failed } = (await response.json()) as { done?: unknown; failed?: string };
  if (failed !== undefined) throw new Error(failed);
  return done as Awaited<ReturnType<Operations[Name]>>;
}

async function start(): Promise<string> {
  const file = onThisMachine(PORT_FILE);
  rmSync(file, { force: true });
  const program = startScript('test/windows/other-program.ts', [PORT_FILE]);
  const port = await until('the other program listens', () => {
    if (program.hasEnded()) throw new Error(`the other program ended: ${program.errors()}`);
    return existsSync(file) ? readFileSync(file, 'utf8') || undefined : undefined;
  });
  return `http://127.0.0.1:${port}/`;
}
