import { expect, it } from 'vitest';
import { mayHoldText, textOf } from '../../../../src-main/core/search/text-kind.ts';

it('a file may hold text by its ending, in capitals as well, or by its whole name', () => {
  expect(['a.txt', 'A.MD', 'README', '.gitignore'].map((name) => mayHoldText(name, 5))).toEqual([
    ...[true, true, true, true],
  ]);
  expect(['a.jpg', 'txt.exe', 'a'].map((name) => mayHoldText(name, 5))).toEqual([false, false, false]);
});

it('a file without content holds none, nor one that is too large to be read for it', () => {
  expect(mayHoldText('a.txt', 1_048_576)).toBe(true);
  expect([mayHoldText('a.txt', 0), mayHoldText('a.txt', 1_048_577)]).toEqual([false, false]);
});

it('bytes are a text if they are UTF-8 without a NUL', () => {
  expect(textOf(Buffer.from('grüße'))).toBe('grüße');
  expect([textOf(Buffer.from([0xff])), textOf(Buffer.from('a\0b'))]).toEqual([null, null]);
});
