import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * What the packager is asked for beyond its configuration, and what there is to say about it.
 * @param {{ readonly platform: string, readonly env: NodeJS.ProcessEnv }} surroundings
 * @returns {{ args: string[], words: string | null }}
 */
export function packagesToMake({ platform, env }) {
  if (platform !== 'linux' || hasProgram('rpmbuild', env)) return { args: [], words: null };
  const words =
    'No .rpm is made, because the program rpmbuild is missing; on Debian and Ubuntu it is in the package rpm.';
  return { args: ['--linux', 'deb', 'AppImage', '--x64', '--arm64'], words };
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 */
function hasProgram(name, env) {
  return (env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

// `npm run dist` makes the packages of the system it runs on, as electron-builder.yml has them.
if (import.meta.main) {
  const { args, words } = packagesToMake(process);
  if (words !== null) console.log(words);
  const packager = join(root, 'node_modules/electron-builder/cli.js');
  const all = [packager, '--publish', 'never', ...args, ...process.argv.slice(2)];
  spawn(process.execPath, all, { cwd: root, stdio: 'inherit' }).once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
