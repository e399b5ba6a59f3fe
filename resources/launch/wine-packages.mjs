import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runStep } from './child.mjs';
import { say } from './project.mjs';
import { windowsFolder, wineRoot } from './wine.mjs';

/** The first Debian with a Wine (10) in which Node 24 runs; that of Debian 12 ends in V8. */
const SUITE = 'trixie';

/** Wine and what it loads where there is neither screen nor sound. */
const PACKAGES = [
  'base-files',
  'libc6',
  // The locale C.UTF-8.
  'libc-bin',
  'libgcc-s1',
  'liblzma5',
  'libunwind8',
  'libwine',
  'wine64',
  // Brings zlib1.dll, without which nothing starts.
  'libz-mingw-w64',
  // Fonts, all of it: with FreeType but no fontconfig Wine starts explorer.exe again and again without end.
  'libfreetype6',
  'libpng16-16t64',
  'zlib1g',
  'libbz2-1.0',
  'libbrotli1',
  'libfontconfig1',
  'libexpat1',
  'fontconfig-config',
];

const LEFT_OUT = [
  '*/i386-windows/*',
  '*/i386-unix/*',
  './usr/share/doc*',
  './usr/share/man*',
  './usr/share/locale*',
];

const UNPACK =
  'set -o pipefail; deb=$1 to=$2; shift 2; dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$to" "$@"';

/** Where a download stands still, it is of no use to wait. */
const timeoutMs = 10 * 60_000;

/**
 * Unpacks Wine, with the Debian it was made for around it, unless it is there. Nothing of it is installed.
 * @returns {Promise<boolean>} false when the packages are not to be had
 */
export async function ensureWine() {
  if (existsSync(wineRoot)) return true;
  say('fetching Wine (apt-get download)');
  const apt = join(windowsFolder, 'apt');
  const debs = join(apt, 'debs');
  await rm(apt, { recursive: true, force: true });
  for (const path of ['lists/partial', 'cache/archives/partial', 'debs'])
    await mkdir(join(apt, path), { recursive: true });
  const options = await aptOptions(apt);
  if (options === null) return false;
  const download = ['--chdir', debs, 'apt-get', ...options, 'download', ...PACKAGES];
  if ((await runStep('apt-get', [...options, 'update'], { timeoutMs })) !== 0) return false;
  if ((await runStep('env', download, { timeoutMs })) !== 0) return false;
  if (!(await unpack(debs))) return false;
  await rm(apt, { recursive: true, force: true });
  return true;
}

/**
 * Options with which apt-get keeps to a folder and to one suite of this machine's own mirror. Null when it has none.
 * @param {string} apt
 */
async function aptOptions(apt) {
  const mirror = await mirrorOfThisMachine();
  if (mirror === null) return null;
  const sources = join(apt, 'sources.list');
  const status = join(apt, 'status');
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
  await writeFile(sources, `deb [signed-by=${key}] ${mirror} ${SUITE} main\n`);
  await writeFile(status, '');
  const settings = [
    `Dir::State=${apt}`,
    `Dir::State::lists=${join(apt, 'lists')}`,
    `Dir::State::status=${status}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=/dev/null',
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false',
    'Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false',
  ];
  return ['-qq', ...settings.flatMap((setting) => ['-o', setting])];
}

async function mirrorOfThisMachine() {
  const which = ['Created-By: Packages', 'Component: main'];
  const asked = ['indextargets', '--format', '$(REPO_URI)', ...which];
  const { stdout } = await promisify(execFile)('apt-get', asked).catch(() => ({ stdout: '' }));
  return stdout.split('\n').find((line) => line !== '' && !line.includes('security')) ?? null;
}

/** @param {string} debs */
async function unpack(debs) {
  const half = `${wineRoot}.half`;
  await rm(half, { recursive: true, force: true });
  for (const name of ['proc', 'dev', 'sys', 'tmp']) await mkdir(join(half, name), { recursive: true });
  const excludes = LEFT_OUT.map((pattern) => `--exclude=${pattern}`);
  for (const name of await readdir(debs)) {
    const words = ['-c', UNPACK, 'unpack', join(debs, name), half, ...excludes];
    if ((await runStep('bash', words, { timeoutMs })) !== 0) return false;
  }
  if (!existsSync(join(half, 'lib64'))) await symlink('usr/lib64', join(half, 'lib64'));
  await rename(half, wineRoot);
  return true;
}
