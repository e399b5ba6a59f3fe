import { describe, expect, it } from 'vitest';
import { compareHref, filesHref, hrefOf, parseAddress } from '../../../src-renderer/format/address.ts';

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
      item: 'x & y?.txt',
    } as const;
    expect(parseAddress(hrefOf(address))).toEqual(address);
  });

  it('lead administrators into libraries of anybody, and to their tools', () => {
    const contents = { screen: 'admin-contents', contentsOf: library, path: '/50% off?/ü' } as const;
    expect(parseAddress(hrefOf(contents))).toEqual(contents);
    expect(parseAddress('#/admin/storage')).toEqual({ screen: 'admin', tab: 'storage' });
    expect(parseAddress('#/admin/nothing')).toEqual({ screen: 'admin', tab: 'libraries' });
    expect(parseAddress('#/settings')).toEqual({ screen: 'settings' });
    expect(parseAddress('#/settings?part=password')).toEqual({ screen: 'settings', part: 'password' });
    expect(hrefOf({ screen: 'settings', part: 'password' })).toBe('#/settings?part=password');
  });

  it('open the files of a library where no part is named', () => {
    expect(parseAddress(`#/libraries/${library}`)).toMatchObject({
      screen: 'library',
      tab: 'files',
      path: '/',
    });
  });

  it.each([
    { page: null, section: null, hash: '#/help' },
    { page: 'first-steps', section: null, hash: '#/help/first-steps' },
    { page: 'first-steps', section: 'am-i-safe', hash: '#/help/first-steps/am-i-safe' },
  ])('name a page of the guide and a heading of it: $hash', ({ page, section, hash }) => {
    expect(hrefOf({ screen: 'help', page, section })).toBe(hash);
    expect(parseAddress(hash)).toEqual({ screen: 'help', page, section });
  });

  it('name what is looked for in the guide', () => {
    const address = { screen: 'help', page: null, section: null, words: 'two disks' } as const;
    expect(hrefOf(address)).toBe('#/help?q=two%20disks');
    expect(parseAddress('#/help?q=two%20disks')).toEqual(address);
    expect(parseAddress('#/help?q=')).toEqual({ screen: 'help', page: null, section: null });
  });

  it('drop a commit that is none', () => {
    expect(parseAddress(`#/libraries/${library}/history?commit=zzz`)).toMatchObject({ commitId: null });
  });

  it('lead to the activity', () => {
    expect(parseAddress(hrefOf({ screen: 'activity' }))).toEqual({ screen: 'activity' });
  });

  it('lead on by a smart link', () => {
    const address = { screen: 'smart-link', token: 'abc-123' } as const;
    expect(hrefOf(address)).toBe('#/smart-link/abc-123');
    expect(parseAddress('#/smart-link/abc-123')).toEqual(address);
  });

  it('carry the code of a sign-in link, and the place to show then', () => {
    expect(parseAddress('#/sign-in?code=abc&next=%23%2Ftrash')).toEqual({
      screen: 'sign-in',
      code: 'abc',
      next: '#/trash',
    });
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

  it('begin at home', () => {
    expect(parseAddress('')).toEqual({ screen: 'home' });
    expect(hrefOf({ screen: 'home' })).toBe('#/');
  });

  it.each([
    { screen: 'home' },
    { screen: 'libraries' },
    { screen: 'issues' },
    { screen: 'deleted' },
    { screen: 'search', words: '' },
    { screen: 'search', words: 'R&D 50%' },
  ] as const)('of a screen come back from their text form: %o', (address) => {
    expect(parseAddress(hrefOf(address))).toEqual(address);
  });

  it('of a comparison come back from their text form', () => {
    const address = {
      screen: 'compare',
      libraryId: library,
      path: '/a b/100%?.txt',
      at: null,
      before: commit,
      after: 'b'.repeat(40),
      other: '/a b/other & more.txt',
    } as const;
    expect(parseAddress(hrefOf(address))).toEqual(address);
    expect(compareHref({ libraryId: library, path: '/a' })).toBe(`#/libraries/${library}/compare/a`);
  });

  it('of two moments come back from their text form, and need the first one', () => {
    const address = {
      screen: 'differences',
      libraryId: library,
      commitId: commit,
      otherId: 'b'.repeat(40),
    } as const;
    expect(parseAddress(hrefOf(address))).toEqual(address);
    expect(parseAddress(hrefOf({ ...address, otherId: null }))).toEqual({ ...address, otherId: null });
    expect(parseAddress(`#/libraries/${library}/differences`)).toEqual({ screen: 'unknown' });
    expect(parseAddress('#/shared')).toEqual({ screen: 'shared' });
    expect(parseAddress('#/storage')).toEqual({ screen: 'storage', spaceOf: null, folder: '/' });
    expect(parseAddress('#/storage/odd')).toEqual({ screen: 'unknown' });
  });

  it('encode the names of a folder one by one', () => {
    expect(filesHref(library, '/a b/c')).toBe(`#/libraries/${library}/files/a%20b/c`);
  });
});
