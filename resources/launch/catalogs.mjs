import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { questionMessages } from './closing-question.mjs';
import { root, say } from './project.mjs';

const CATALOGS = 'i18n/catalogs';

/** @typedef {Record<string, Record<string, string>>} Catalog messages by the part of the program that says them, and by key */

/** The programs with catalogs of their own, and whose messages these have beside those of the program's code. */
export const PLACES = [
  { folder: 'src-renderer', others: [] },
  { folder: 'src-main', others: [questionMessages] },
];

/**
 * The English that stands in the code, its parts in the order of the alphabet.
 * @param {(typeof PLACES)[number]} place
 * @returns {Promise<Catalog>}
 */
export async function englishIn({ folder, others }) {
  const files = filesBelow(folder).filter((file) => file.endsWith('messages.ts'));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(root, file)).href)));
  const parts = [...modules.flatMap((module) => Object.values(module)), ...others].flatMap((said) =>
    said?.english ? [[said.area, { ...said.english }]] : [],
  );
  const catalog = Object.fromEntries(parts.sort(([a], [b]) => (a < b ? -1 : 1)));
  if (Object.keys(catalog).length < parts.length) throw new Error('two parts of the program have one name');
  return catalog;
}

/**
 * The catalogs of a place, by language.
 * @param {{ folder: string }} place
 * @returns {Record<string, Catalog>}
 */
export function catalogsIn({ folder }) {
  const files = filesBelow(`${folder}/${CATALOGS}`).sort();
  return Object.fromEntries(
    files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(root, file), 'utf8'))]),
  );
}

/** @param {string} folder */
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

/** What a catalog has of the messages that there are, in the order of the English. */
const ordered = (/** @type {Catalog} */ catalog, /** @type {Catalog} */ english) =>
  Object.fromEntries(
    Object.entries(english).map(([area, texts]) => {
      const keys = Object.keys(texts).filter((key) => catalog[area]?.[key] !== undefined);
      return [area, Object.fromEntries(keys.map((key) => [key, catalog[area]?.[key]]))];
    }),
  );

/** Writes the English for translators, and brings their catalogs into its order, without what no code says any more. */
async function writeCatalogs() {
  for (const place of PLACES) {
    const english = await englishIn(place);
    for (const [language, catalog] of Object.entries({ ...catalogsIn(place), en: english })) {
      const file = `${place.folder}/${CATALOGS}/${language}.json`;
      writeFileSync(join(root, file), `${JSON.stringify(ordered(catalog, english), null, 2)}\n`);
      const missing = Object.entries(english).flatMap(([area, texts]) =>
        Object.keys(texts).flatMap((key) => (catalog[area]?.[key] === undefined ? [`${area} ${key}`] : [])),
      );
      say(`${file}${missing.length > 0 ? `, which lacks ${missing.join(', ')}` : ''}`);
    }
  }
}

if (process.argv[1] === import.meta.filename) await writeCatalogs();
