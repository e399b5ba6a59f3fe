import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listDocuments } from '../../checks/source-file.ts';

const root = join(import.meta.dirname, '../../..');
const contributing = read('CONTRIBUTING.md');

const product = ['src-main', 'src-renderer', 'src-shared'];
const sources = filesIn(product);
/** What documents may name by the end of its path. */
const named = [...sources, ...filesIn(['resources', 'test'])];

/** Written into every data folder. */
const IN_DATA_FOLDERS = 'restore-without-keepfold.mjs';

/** Source files below the folders, by path. */
function filesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|svelte)$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);
}

/** The rows of a recipe: a file, and what it is said to hold. */
function stepsOf(recipe: string): { path: string; holds: string[] }[] {
  const [, section = ''] = contributing.split(`### ${recipe}\n`);
  const [table = ''] = section.split('\n#');
  return [...table.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, path = '', text = '']) => ({
    path,
    holds: quotedIn(text).filter((quoted) => !quoted.startsWith('src-') && !quoted.startsWith('test/')),
  }));
}

describe.each([
  {
    recipe: 'Add a call',
    steps: 10,
    example: /changeLogRoutes|ChangeLogPageJson|CHANGE_LOG_CALLS|createChangeLog/,
  },
  { recipe: 'Add a table', steps: 6, example: /createStarTable|CREATE TABLE stars/ },
  { recipe: 'Add a screen', steps: 11, example: /SharedScreen|screen(:| ===) 'shared'/ },
  { recipe: 'Add a language', steps: 5, example: /['"/]de\b(['"/-]|\.json)|Deutsch/ },
])('the recipe "$recipe"', ({ recipe, steps, example }) => {
  it('names files that are there and hold what it says of them', () => {
    const rows = stepsOf(recipe);
    expect(rows).toHaveLength(steps);
    const missing = rows.flatMap(({ path, holds }) => {
      const text = read(path);
      return holds.filter((quoted) => !text.includes(quoted)).map((quoted) => `${path}: ${quoted}`);
    });
    expect(missing).toEqual([]);
  });

  it('names every file of the product in which its example stands', () => {
    const named = new Set(stepsOf(recipe).map(({ path }) => path));
    const places = sources.filter((path) => example.test(read(path)));
    expect(places.filter((path) => !named.has(path))).toEqual([]);
  });
});

const documents = listDocuments(root).filter((path) => !path.startsWith('resources/'));

it('the architecture is 200 lines at most, and a decision in force is four', () => {
  const isOfRoom = (path: string): boolean => /[A-Z]+\.md$/.test(path) && path.startsWith('src-');
  expect(read('src-main/ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(201);
  const long = documents
    .filter(isOfRoom)
    .flatMap((path) =>
      [...read(path).matchAll(/^- \*\*.*(?:\n {2}.*)*/gm)]
        .filter(([decision]) => decision.split('\n').length > 4)
        .map(([decision]) => `${path}: ${decision.slice(0, 60)}`),
    );
  expect(long).toEqual([]);
});

it.each(documents)('%s names only files that are there', (document) => {
  const text = read(document).replace(/^```[\s\S]*?^```/gm, '');
  const isThere = (path: string): boolean =>
    path === IN_DATA_FOLDERS ||
    [root, join(root, document, '..')].some((from) => existsSync(join(from, path))) ||
    named.some((file) => file.endsWith(`/${path}`));
  const quoted = quotedIn(text).filter((path) => /^[\w./-]+\.(ts|mjs|svelte)$/.test(path));
  expect(quoted.filter((path) => !isThere(path))).toEqual([]);
  const links = [...text.matchAll(/\]\(([^)#:]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(join(root, document, '..', link)))).toEqual([]);
});
