import { expect, it } from 'vitest';
import { saidOnRecord } from '../../../../src-main/core/folder/folder-journal.ts';

it('why a path waits is read by its code and values', () => {
  const said = { code: 'sameToDisk', values: { what: 'A "b" {c}.txt' } };
  expect(saidOnRecord(JSON.stringify(said))).toEqual(said);
});

it.each(['your account may not write here', '{"code":"of a newer version","values":{}}', '{"code"', ''])(
  'any other text is told as it is: %s',
  (text) => {
    expect(saidOnRecord(text)).toEqual({ code: 'asItIs', values: { what: text } });
  },
);
