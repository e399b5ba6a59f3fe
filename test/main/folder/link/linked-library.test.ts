import { describe, expect, it } from 'vitest';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import {
  LinkedLibrary,
  type LinkedLibraryDependencies,
} from '../../../../src-main/folder/link/linked-library.ts';

const root = (name: string) => objectIdOf(name);

/** A library with these commits, newest first: the tree, who made it, and with which device, or whether a page of ours. */
function libraryWith(...commits: readonly (readonly [string, string, ('page' | 'desk' | 'phone')?])[]) {
  const entries = commits.map(([name, author, by], id) => {
    const deviceName = by === 'page' ? null : (by ?? null);
    return { id: `${id}`, rootId: root(name), authorEmail: `${author}@example.com`, deviceName };
  });
  const library = { headSeq: commits.length, rootId: entries[0]?.rootId };
  const deps = {
    libraries: { find: () => ({ library }) },
    keys: {},
    history: { range: () => entries },
    changeLibrary: { wasAskedFirst: (id: string) => commits[Number(id)]?.[2] === 'page' },
    device: 'desk',
  } as unknown as LinkedLibraryDependencies;
  return new LinkedLibrary({ authorEmail: 'ann@example.com', libraryId: 'l' as never }, deps);
}

describe('what became of a library since it had a tree', () => {
  it.each([
    [
      'of the same person on this computer or in a page',
      [
        ['c', 'ann', 'desk'],
        ['b', 'ann', 'page'],
        ['a', 'ben'],
      ],
      true,
    ],
    [
      'of the same person with a program that nobody was asked by',
      [
        ['b', 'ann'],
        ['a', 'ben'],
      ],
      false,
    ],
    [
      'of the same person with another device',
      [
        ['b', 'ann', 'phone'],
        ['a', 'ann'],
      ],
      false,
    ],
    [
      'of somebody else',
      [
        ['b', 'ben'],
        ['a', 'ann'],
      ],
      false,
    ],
    [
      'of somebody else before this person did more',
      [
        ['c', 'ann', 'page'],
        ['b', 'ben', 'page'],
        ['a', 'ann', 'page'],
      ],
      false,
    ],
    [
      'of somebody else who brought that tree back',
      [
        ['a', 'ben', 'page'],
        ['b', 'ann', 'page'],
        ['a', 'ann', 'page'],
      ],
      false,
    ],
    [
      'after a tree that is not among the last commits',
      [
        ['c', 'ann', 'page'],
        ['b', 'ann', 'page'],
      ],
      false,
    ],
  ] as const)('is the action %s: %s → %s', (_words, commits, isOwn) => {
    expect(libraryWith(...commits).isOwnChangeSince(root('a'))).toBe(isOwn);
  });
});
