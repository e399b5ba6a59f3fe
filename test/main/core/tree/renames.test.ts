import { expect, it } from 'vitest';
import { nameOf } from '../../../../src-main/core/library/path.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { inOneGo } from '../../../../src-main/core/steps.ts';
import { type PlacedDirent, pairRenames } from '../../../../src-main/core/tree/renames.ts';

/** `/a=x` is a file with the content x, `/d/=x` a folder with that id, `/e=` one without content. */
function placed(text: string): PlacedDirent {
  const [place = '', content = ''] = text.split('=');
  const path = place.replace(/(.)\/$/, '$1');
  const id = content === '' ? EMPTY_ID : objectIdOf(content);
  const common = { name: nameOf(path), id, mtimeSeconds: 5 };
  if (place.endsWith('/')) return { path, dirent: { ...common, kind: 'dir', mode: 0o40000 } };
  return { path, dirent: { ...common, kind: 'file', mode: 0o100644, sizeBytes: 1, modifier: '' } };
}

function paired(removed: readonly string[], added: readonly string[]) {
  const pairs = inOneGo(pairRenames(removed.map(placed), added.map(placed)));
  return {
    renamed: pairs.renamed.map(({ from, to }) => `${from.path} > ${to.path}`),
    removed: pairs.removed.map(({ path }) => path),
    added: pairs.added.map(({ path }) => path),
  };
}

it('what goes in one place and comes in another was moved, if it is the same', () => {
  expect(paired(['/a=x', '/b=y', '/d/=t'], ['/e/=t', '/c=x', '/n=new'])).toEqual({
    renamed: ['/a > /c', '/d > /e'],
    removed: ['/b'],
    added: ['/n'],
  });
});

it('a file is no folder, though both may have one id', () => {
  expect(paired(['/a=x'], ['/b/=x'])).toEqual({ renamed: [], removed: ['/a'], added: ['/b'] });
});

it('among several alike the same name wins, then the same folder, then the first', () => {
  expect(
    paired(['/one/a=x', '/one/b=x', '/one/c=x'], ['/two/p=x', '/one/q=x', '/two/b=x', '/two/r=x']),
  ).toEqual({
    renamed: ['/one/b > /two/b', '/one/a > /one/q', '/one/c > /two/p'],
    removed: [],
    added: ['/two/r'],
  });
});

it('empty things are all alike: they are paired only where there is one on each side', () => {
  expect(paired(['/a='], ['/b=']).renamed).toEqual(['/a > /b']);
  expect(paired(['/a='], ['/b=', '/c='])).toEqual({ renamed: [], removed: ['/a'], added: ['/b', '/c'] });
  expect(paired(['/a=', '/b='], ['/a/b='])).toEqual({ renamed: [], removed: ['/a', '/b'], added: ['/a/b'] });
});
