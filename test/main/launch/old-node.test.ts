import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';

const LAUNCH = join(import.meta.dirname, '../../../resources/launch');
/** They do their work when they are loaded. */
const COMMANDS = new Set(['start', 'test', 'serve', 'cli', 'sample', 'bench', 'bench-adapter']);
const modules = readdirSync(LAUNCH)
  .filter((name) => name.endsWith('.mjs') && !COMMANDS.has(name.slice(0, -'.mjs'.length)))
  .map((name) => join(LAUNCH, name));

/** A Node of this machine that is too old for the program; null when there is none. */
function oldNode(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const programs = folders.map((folder) => join(folder, 'node')).filter((path) => existsSync(path));
  const isOld = (path: string) => {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' });
    return Number(/^v(\d+)\./.exec(version)?.[1]) < 22;
  };
  return programs.find(isOld) ?? null;
}

const old = oldNode();

it.skipIf(old === null)('a Node that is too old loads what brings the right one', () => {
  const code = modules.map((path) => `await import(${JSON.stringify(path)});`).join('\n');
  const { status, stderr } = spawnSync(old ?? '', ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
