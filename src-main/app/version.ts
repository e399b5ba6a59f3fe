import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds package.json: two levels up from the source, from the bundle or from its shared parts. */
function projectDir(): string {
  let dir = import.meta.dirname;
  while (!existsSync(join(dir, 'package.json'))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error(`no package.json above ${import.meta.dirname}`);
    dir = parent;
  }
  return dir;
}

/** Version of Keepfold itself, as package.json says. */
export function version(): string {
  const json: unknown = JSON.parse(readFileSync(join(projectDir(), 'package.json'), 'utf8'));
  return String((json as { version?: unknown }).version);
}

/** The checkout that this runs from, with its npm commands; null: an installed app. */
export function sourceDir(): string | null {
  const dir = projectDir();
  return existsSync(join(dir, 'resources', 'launch', 'start.mjs')) ? dir : null;
}

/** Files that ship beside the code. */
export function resourcesDir(): string {
  return join(projectDir(), 'resources');
}

/** The built UI, or null when it was not built. */
export function builtUiDir(): string | null {
  const dir = join(projectDir(), 'out', 'renderer');
  return existsSync(join(dir, 'index.html')) ? dir : null;
}
