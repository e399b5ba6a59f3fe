import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withSetupLock } from './lock.mjs';
import { root, setupFolder } from './project.mjs';
import { downloadResumably } from './resumable-download.mjs';
import { unpackingFailure } from './unpacking-failure.mjs';

const checkout = { packageFolder: join(root, 'node_modules/electron'), kept: join(setupFolder, 'electron') };

/**
 * The part of `@electron/get` that is used here. It knows mirrors and checksums, and keeps what it fetched for all
 * checkouts; it comes with Electron, which says which one.
 * @typedef {{ downloadArtifact(details: object): Promise<string> }} ElectronGet
 */

/**
 * The path of Electron's executable; null while its runtime is not here.
 * @param {string} [packageFolder]
 * @returns {Promise<string | null>}
 */
export async function installedElectron(packageFolder = checkout.packageFolder) {
  const name = await readFile(join(packageFolder, 'path.txt'), 'utf8').catch(() => null);
  if (!name) return null;
  const path = join(packageFolder, 'dist', name);
  return existsSync(path) ? path : null;
}

/**
 * Fetches Electron's runtime and gives the path of its executable. What came of it before an end of any kind is kept
 * and gone on with the next time; what is not as it was published is thrown away.
 * @param {(percent: number) => void} onPercent told each once
 * @param {typeof checkout} [places]
 * @returns {Promise<string>}
 */
export function fetchElectron(onPercent, { packageFolder, kept } = checkout) {
  const fetchOnce = async () => {
    const here = await installedElectron(packageFolder);
    if (here) return here;
    const arch = wantedArch();
    await download(packageFolder, { kept, arch, onPercent });
    await unpack(packageFolder, arch);
    const path = await installedElectron(packageFolder);
    if (!path) throw new Error('it was fetched and is not there');
    return path;
  };
  return withSetupLock(fetchOnce, join(kept, 'lock'));
}

/**
 * @param {string} packageFolder
 * @param {{ kept: string, arch: string, onPercent: (percent: number) => void }} options
 */
async function download(packageFolder, { kept, arch, onPercent }) {
  const requireThere = createRequire(join(packageFolder, 'install.js'));
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const partName = `${version}-${arch}.part`;
  await sweep(kept, partName);
  const stopUsingProxy = useProxy();
  let told = -1;
  try {
    const get = /** @type {ElectronGet} */ (requireThere('@electron/get'));
    await get.downloadArtifact({
      ...{ version, arch, platform: process.platform, artifactName: 'electron' },
      cacheRoot: process.env['electron_config_cache'],
      checksums: requireThere('./checksums.json'),
      tempDirectory: kept,
      downloader: {
        /** @type {(url: string, target: string) => Promise<void>} */
        download: async (url, target) => {
          const part = join(kept, partName);
          await downloadResumably(url, part, (bytes, of) => {
            const percent = of > 0 ? Math.floor((bytes / of) * 100) : 0;
            if (percent > told) onPercent(percent);
            told = Math.max(told, percent);
          });
          await rename(part, target);
        },
      },
    });
  } finally {
    stopUsingProxy();
  }
}

/**
 * Finds what was just downloaded, checks it once more and unpacks it; the path is written last.
 * @param {string} packageFolder
 * @param {string} arch
 */
async function unpack(packageFolder, arch) {
  const env = { ...process.env, ELECTRON_INSTALL_ARCH: arch };
  try {
    await promisify(execFile)(process.execPath, [join(packageFolder, 'install.js')], { env });
  } catch (error) {
    const failure = unpackingFailure(error);
    // Of no use to anybody, and up to 300 MB of a disk that may be full.
    await rm(join(packageFolder, 'dist'), { recursive: true, force: true }).catch(() => undefined);
    throw failure;
  }
}

/**
 * Removes what other versions and runs that were killed have left.
 * @param {string} kept
 * @param {string} partName
 */
async function sweep(kept, partName) {
  await mkdir(kept, { recursive: true });
  const left = (await readdir(kept)).filter((name) => name !== partName && !name.startsWith('lock'));
  await Promise.all(left.map((name) => rm(join(kept, name), { recursive: true, force: true })));
}

/** Goes through the proxy that the environment names, as npm does, where this Node can. */
function useProxy() {
  return http.setGlobalProxyFromEnv?.(process.env) ?? (() => undefined);
}

function wantedArch() {
  const chosen = process.env['ELECTRON_INSTALL_ARCH'] ?? process.env['npm_config_arch'];
  if (chosen) return chosen;
  if (process.platform !== 'darwin' || process.arch !== 'x64') return process.arch;
  try {
    // A Node made for Intel on a Mac that is none.
    const translated = execFileSync('sysctl', ['-in', 'sysctl.proc_translated'], { encoding: 'utf8' });
    return translated.trim() === '1' ? 'arm64' : 'x64';
  } catch {
    return 'x64';
  }
}
