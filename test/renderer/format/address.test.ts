import { describe, expect, it } from 'vitest';
import { filesHref, hrefOf, parseAddress } from '../../../src-renderer/format/address.ts';

const library = '01234567-89ab-4cde-8f01-23456789abcd';
const commit = 'a'.repeat(40);

describe('addresses', () => {
  it('come back from their text form, with names of any kind', () => {
    const address = {
      screen: 'library',
      libraryId: library,
      tab: 'files',
      path: '/50% off?/a#b/ü & c',
      commitId: commit,
    } as const;
    expect(parseAddress(hrefOf(address))).toEqual(address);
  });

  it('open the files of a library where no part is named', () => {
    expect(parseAddress(`#/libraries/${library}`)).toMatchObject({
      screen: 'library',
      tab: 'files',
      path: '/',
    });
  });

  it('drop a commit that is none', () => {
    expect(parseAddress(`#/libraries/${library}/history?commit=zzz`)).toMatchObject({ commitId: null });
  });

  it('carry the code of a sign-in link', () => {
    expect(parseAddress('#/sign-in?code=abc-123')).toEqual({ screen: 'sign-in', code: 'abc-123' });
  });

  it.each([
    '#/nowhere',
    '#/libraries/not-an-id',
    `#/libraries/${library}/files/%E0%A4%A`,
    `#/libraries/${library}/x`,
  ])('are unknown rather than an error: %s', (hash) => {
    expect(parseAddress(hash)).toEqual({ screen: 'unknown' });
  });

  it('begin with the libraries', () => {
    expect(parseAddress('')).toEqual({ screen: 'libraries' });
    expect(hrefOf({ screen: 'libraries' })).toBe('#/');
  });

  it('encode the names of a folder one by one', () => {
    expect(filesHref(library, '/a b/c')).toBe(`#/libraries/${library}/files/a%20b/c`);
  });
});
