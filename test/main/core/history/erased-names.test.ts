import { describe, expect, it } from 'vitest';
import { ErasedNames, namesIn } from '../../../../src-main/core/history/erased-names.ts';
import { inOneGo } from '../../../../src-main/core/steps.ts';

function cleared(
  names: readonly string[],
  description: string,
  { before = [], kept = [] }: { readonly before?: readonly string[]; readonly kept?: readonly string[] } = {},
): string {
  const erased = new ErasedNames();
  for (const name of names) erased.add(name);
  return inOneGo(erased.cleared(description, { before: new Set(before), kept: new Set(kept) }));
}

describe('names of what was erased', () => {
  it.each([
    ['Added "secret.txt".', 'Added "(erased)".'],
    [
      'Added or modified "secret.txt" and 2 more files.\n',
      'Added or modified "(erased)" and 2 more files.\n',
    ],
    ['Undid: Deleted "secret.txt"', 'Undid: Deleted "(erased)"'],
    ['copied keys/secret.txt, then secret.txt.', 'copied keys/(erased), then (erased).'],
    ['secret.txt', '(erased)'],
    ['Added "my secret.txt" and "secret.txt.bak"', 'Added "my (erased)" and "secret.txt.bak"'],
    ['old-secret.txt, secret.txt2, SECRET.txt', 'old-secret.txt, secret.txt2, SECRET.txt'],
    ['', ''],
  ])('are no longer in %j', (description, expected) => {
    expect(cleared(['secret.txt'], description)).toBe(expected);
  });

  it('go at full length where one is the beginning of another', () => {
    expect(cleared(['a', 'a.b c'], 'Renamed "a.b c" to "a".')).toBe('Renamed "(erased)" to "(erased)".');
  });

  it('may hold quotes and signs of other planes', () => {
    expect(cleared(['a "b".txt', '🔑.txt'], 'Added "a "b".txt" and "🔑.txt".')).toBe(
      'Added "(erased)" and "(erased)".',
    );
  });

  it('that are words of sentences count in quotes alone, and elsewhere only where the commit changed them', () => {
    const sentence = 'Added "files" and 3 more files.';
    expect(cleared(['files', '3'], sentence)).toBe('Added "(erased)" and 3 more files.');
    expect(cleared(['keys'], 'the keys of mine')).toBe('the keys of mine');
    expect(cleared(['keys'], 'the keys of mine', { before: ['keys'] })).toBe('the (erased) of mine');
  });

  it('stay where the commit still changes something that is called so', () => {
    expect(cleared(['a.txt'], 'Added "a.txt".', { before: ['a.txt'], kept: ['a.txt'] })).toBe(
      'Added "a.txt".',
    );
  });

  it('say whether a description has to be looked at', () => {
    const erased = new ErasedNames();
    expect(inOneGo(erased.areIn('Added "a".'))).toBe(false);
    erased.add('a');
    expect(inOneGo(erased.areIn('Added "a".'))).toBe(true);
    expect(inOneGo(erased.areIn('Added "b".'))).toBe(false);
  });
});

it('a long description is searched for names of many lengths in steps of some milliseconds', () => {
  const erased = new ErasedNames();
  for (let length = 1; length <= 255; length += 1) erased.add('x'.repeat(length));
  const description = `${'" '.repeat(400)}xx`;
  const steps = erased.cleared(description, { before: new Set(['xx']), kept: new Set() });
  let pauses = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) pauses += 1;
  expect(step.value).toBe(`${'" '.repeat(400)}(erased)`);
  expect(pauses).toBe(16);
});

describe('names in changes', () => {
  it('are those of items now and before', () => {
    const changes = [
      { path: '/a/b.txt', newPath: '' },
      { path: '/c', newPath: '/d/e' },
    ];
    expect([...namesIn(changes)]).toEqual(['b.txt', 'c', 'e']);
  });
});
