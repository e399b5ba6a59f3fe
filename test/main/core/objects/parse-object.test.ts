import { expect, it } from 'vitest';
import { parseJsonObject, parseObject, strictText } from '../../../../src-main/core/objects/parse-object.ts';
import { refusalOf } from '../../../support/account-services.ts';

const reasonOf = async (work: () => unknown) => {
  const { code, detail } = await refusalOf(work);
  expect(code).toBe('object-corrupt');
  return (detail as { reason: string }).reason;
};

it('stored bytes hold one JSON object, in UTF-8', async () => {
  expect(parseJsonObject('x', Buffer.from('{"a": 1}'))).toEqual({ a: 1 });
  for (const text of ['', '[]', 'null', '7', '{} {}', '\ufeff{}'])
    expect(await reasonOf(() => parseJsonObject('x', Buffer.from(text)))).toBe('json');
  expect(await reasonOf(() => parseJsonObject('x', Buffer.from([0x7b, 0xff, 0x7d])))).toBe('json');
});

it('a byte that is no UTF-8 is not replaced, and a mark at the front is kept', () => {
  expect(() => strictText(Buffer.from([0xff]))).toThrow(TypeError);
  expect(strictText(Buffer.from('\ufeffa'))).toBe('\ufeffa');
});

it('an fs object is of the wanted type and of a version', async () => {
  const parse = (text: string) => () => parseObject('x', Buffer.from(text), 1);
  expect(parse('{"type": 1, "version": 2}')()).toEqual({ type: 1, version: 2 });
  expect(await reasonOf(parse('{"type": 3, "version": 1}'))).toBe('type');
  expect(await reasonOf(parse('{"type": 1, "version": 0}'))).toBe('version');
  for (const version of ['null', '0.5', '"1"', '9007199254740992'])
    expect(await reasonOf(parse(`{"type": 1, "version": ${version}}`))).toBe('version');
});
