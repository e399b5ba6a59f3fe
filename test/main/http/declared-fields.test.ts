import { describe, expect, it } from 'vitest';
import {
  declaredFields,
  integerOf,
  parsePage,
  parseStrictPage,
} from '../../../src-main/http/declared-fields.ts';
import { fieldsFrom, queryFields } from '../../../src-main/http/fields.ts';
import { jsonFields } from '../../../src-main/http/json-fields.ts';
import {
  type FieldSpecs,
  flag,
  integer,
  libraryField,
  nested,
  paging,
  REQUIRED,
  text,
  texts,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { refusalOf } from '../../support/account-services.ts';

const sent = (query: string, specs: FieldSpecs) => declaredFields(queryFields(query), specs);

describe('the fields of a call', () => {
  it('cannot be read unless they are declared, whatever way they are read', () => {
    const fields = sent('secret=x', { name: text() });
    const notDeclared = 'the field secret is read and not declared';
    expect(() => fields.text('secret')).toThrow(notDeclared);
    expect(() => fields.list('secret')).toThrow(notDeclared);
    expect(() => fields.has('secret')).toThrow(notDeclared);
    expect(() => fields.nested('secret')).toThrow(notDeclared);
    expect(() => fields.text('constructor')).toThrow('the field constructor is read and not declared');
  });

  it('cannot be read as something else than they are declared to be', () => {
    const fields = sent('name=x', { name: text() });
    expect(() => fields.list('name')).toThrow('the field name is not declared as a list');
    expect(() => fields.required('name')).toThrow('the field name is declared as optional');
    expect(() => fields.boolean('name')).toThrow('the field name is not declared as a boolean');
    expect(() => sent('', { n: integer() }).count('n')).toThrow('declares no number for its absence');
  });

  it('are refused when they are not what they are declared to be', async () => {
    const specs: FieldSpecs = {
      few: integer('', { least: 0, most: 9 }),
      kind: word(['file', 'dir']),
      loud: word(['yes'], '', { anyCase: true }),
      library: libraryField('', REQUIRED),
      short: text('', { maxBytes: 3 }),
      on: flag(false),
    };
    for (const query of ['few=10', 'few=-1', 'few=x', 'library=x', 'short=%C3%A4%C3%A4', 'on=maybe']) {
      const name = query.split('=')[0] ?? '';
      const refusal = await refusalOf(() => sent(query, specs).text(name));
      expect([query, refusal]).toMatchObject([query, { code: 'argument-invalid', detail: { field: name } }]);
    }
    expect(await refusalOf(() => sent('kind=link', specs).text('kind'))).toMatchObject({
      detail: { field: 'kind', reason: 'unknown' },
    });
    expect(sent('few=9', specs).text('few')).toBe('9');
    expect(sent('kind=', specs).text('kind')).toBe('');
    expect(sent('loud=YES', specs).text('loud')).toBe('yes');
    expect(sent('short=%C3%A4a', specs).text('short')).toBe('äa');
  });

  it('that are passed over when they are wrong still keep their bounds', async () => {
    const specs = { days: integer('', { least: 0, otherwise: 'What is no number counts as absent.' }) };
    expect(sent('days=x', specs).text('days')).toBe('x');
    expect(await refusalOf(() => sent('days=-1', specs).text('days'))).toMatchObject({
      detail: { field: 'days' },
    });
  });

  it('stand for what is declared where they are absent, and for no more than the most', () => {
    const specs = { limit: integer('', { fallback: 50, cap: 1000 }), on: flag(true) };
    expect(['', 'limit=', 'limit=7', 'limit=5000'].map((query) => sent(query, specs).count('limit'))).toEqual(
      [50, 50, 7, 1000],
    );
    expect(sent('', specs).boolean('on')).toBe(true);
  });

  it('hold lists and objects of declared members', () => {
    const specs = { names: texts(), rights: nested({ read: flag(false) }) };
    const body = Buffer.from('{"names":["a","b"],"rights":{"read":true,"write":true}}');
    const fields = declaredFields(jsonFields(body), specs);
    expect(fields.list('names')).toEqual(['a', 'b']);
    expect(fields.nested('rights')?.text('read')).toBe('true');
    expect(() => fields.nested('rights')?.text('write')).toThrow('the field write is read and not declared');
  });

  it('hold no list of which anything is no text, nor an object for one', async () => {
    for (const names of ['["a",null]', '[null]', '[{}]', '[["a"]]', '{"0":"a"}']) {
      const fields = declaredFields(jsonFields(Buffer.from(`{"names":${names}}`)), { names: texts() });
      const refusal = await refusalOf(() => fields.list('names'));
      expect([names, refusal]).toMatchObject([
        names,
        { code: 'argument-invalid', detail: { field: 'names' } },
      ]);
    }
    const scalars = jsonFields(Buffer.from('{"names":["a",1,true],"none":[],"one":"b","absent":null}'));
    const read = ['names', 'none', 'one', 'absent'].map((name) =>
      declaredFields(scalars, { [name]: texts() }).list(name),
    );
    expect(read).toEqual([['a', '1', 'true'], [], ['b'], []]);
  });
});

describe('reading fields', () => {
  it('takes whole decimal numbers only', () => {
    expect(['5', '-1', '0', '007'].map(integerOf)).toEqual([5, -1, 0, 7]);
    const odd = ['', ' 5 ', '1.5', '1e3', '0x10', '５', '+5', '9'.repeat(16), undefined];
    expect(odd.map(integerOf)).toEqual(odd.map(() => null));
  });

  it('reads pages leniently, and strictly where real servers do', async () => {
    const page = (query: string) => parsePage(sent(query, paging(100)));
    expect(page('')).toEqual({ page: 1, perPage: 100 });
    expect(page('page=3&per_page=25')).toEqual({ page: 3, perPage: 25 });
    expect(page('page=x&per_page=25')).toEqual({ page: 1, perPage: 100 });
    expect(page('page=-2&per_page=0')).toEqual({ page: 1, perPage: 100 });
    expect(page('page=999999999999&per_page=5000')).toEqual({ page: 1_000_000_000, perPage: 1000 });
    const strict = (query: string) => refusalOf(() => parseStrictPage(sent(query, paging(100))));
    expect(await strict('page=0')).toMatchObject({ code: 'argument-invalid', detail: { field: 'page' } });
    expect(await strict('per_page=-1')).toMatchObject({ detail: { field: 'per_page' } });
  });

  it('reads truth as real servers do', async () => {
    const read = (text: string) => declaredFields(fieldsFrom([['b', text]]), { b: flag(false) }).boolean('b');
    expect(['t', 'True', '1', 'f', 'FALSE', '0', ''].map(read)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(await refusalOf(() => read('yes'))).toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'b' },
    });
  });

  it('names the field that is no number', async () => {
    const fields = sent('keep_days=1.5', { keep_days: integer('', REQUIRED) });
    expect(await refusalOf(() => fields.requiredInteger('keep_days'))).toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'keep_days' },
    });
  });

  it('refuses a scalar that was given twice', async () => {
    expect(await refusalOf(() => sent('name=a&name=b', { name: text() }).text('name'))).toMatchObject({
      code: 'argument-invalid',
      detail: { field: 'name', reason: 'repeated' },
    });
    expect(sent('type=a&type=b', { type: texts() }).list('type')).toEqual(['a', 'b']);
  });
});
