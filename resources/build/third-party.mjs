import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * @typedef {{ name?: string, version?: string, license?: string, homepage?: string, dependencies?: Record<string, string> }} PackageJson
 * @typedef {{ folder: string, json: PackageJson }} Package
 */

/** Carried as they are, so that no source map tells of them. */
const assets = ['@fontsource-variable/inter'];

const licenceFile = /^(licen[cs]e|copying|notice)([-.].*)?$/i;
const rule = '='.repeat(80);

/**
 * Writes which packages of others are in what is shipped, with their licences: those that the bundler took code from, as
 * its source maps tell, and those that are installed beside the bundle.
 * @param {string} root the project's folder, built
 * @returns {Promise<void>}
 */
export async function writeThirdPartyLicences(root) {
  const carried = assets.map((name) => join(root, 'node_modules', name));
  const folders = new Set([...carried, ...(await bundledFolders(root)), ...(await installedFolders(root))]);
  const packages = (await Promise.all([...folders].map(readPackage))).filter(({ json }) => json.name);
  packages.sort((a, b) => titleOf(a).localeCompare(titleOf(b), 'en'));
  const seen = new Set();
  const parts = [];
  for (const each of packages) {
    if (seen.has(titleOf(each))) continue;
    seen.add(titleOf(each));
    parts.push(await describe(each));
  }
  const head = `Keepfold contains the work of others. Each of the ${parts.length} packages below comes under its own licence.\n`;
  await writeFile(join(root, 'out/third-party-licences.txt'), [head, ...parts].join(`\n${rule}\n`));
}

/** @param {string} root */
async function bundledFolders(root) {
  const out = join(root, 'out');
  const names = await readdir(out, { recursive: true });
  const folders = new Set();
  for (const name of names.filter((each) => each.endsWith('.map'))) {
    /** @type {{ sources?: (string | null)[] }} */
    const map = JSON.parse(await readFile(join(out, name), 'utf8'));
    for (const source of map.sources ?? []) {
      const folder = packageFolderOf(source ?? '');
      if (folder !== null) folders.add(join(root, 'node_modules', folder));
    }
  }
  return folders;
}

/**
 * The folder of the package that a source lies in, from the outermost `node_modules` on; null for our own sources.
 * @param {string} source
 */
function packageFolderOf(source) {
  const [, ...rest] = source.replaceAll('\\', '/').split(/(?:^|\/)node_modules\//);
  if (rest.length === 0) return null;
  const names = rest.map((part) => part.split('/').slice(0, part.startsWith('@') ? 2 : 1).join('/'));
  return names.join(`${sep}node_modules${sep}`);
}

/**
 * What is installed with the app, and what that needs in turn.
 * @param {string} root
 */
async function installedFolders(root) {
  const folders = new Set();
  const { json } = await readPackage(root);
  const names = Object.keys(json.dependencies ?? {});
  for (const name of names) {
    const folder = join(root, 'node_modules', name);
    if (folders.has(folder) || !existsSync(folder)) continue;
    folders.add(folder);
    names.push(...Object.keys((await readPackage(folder)).json.dependencies ?? {}));
  }
  return folders;
}

/**
 * @param {string} folder
 * @returns {Promise<Package>}
 */
async function readPackage(folder) {
  const path = join(folder, 'package.json');
  return { folder, json: existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {} };
}

/** @param {Package} each */
function titleOf({ json }) {
  return `${json.name} ${json.version}`;
}

/** @param {Package} each */
async function describe(each) {
  const names = (await readdir(each.folder)).filter((name) => licenceFile.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(each.folder, name), 'utf8')));
  const licence = each.json.license ?? 'see below';
  return [`${titleOf(each)} (${licence})`, ...texts.map((text) => `\n${text.trim()}\n`)].join('\n');
}
