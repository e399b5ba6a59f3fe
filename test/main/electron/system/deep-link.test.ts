import { describe, expect, it } from 'vitest';
import { linkAmong, placeOfLink } from '../../../../src-main/electron/system/deep-link.ts';

const id = '0d5c4a4e-5b0e-4f7e-8a4b-7d7b7a3c2f10';
const commit = '0123456789abcdef0123456789abcdef01234567';

describe('a link into the app', () => {
  it.each([
    [`keepfold://library/${id}`, `#/libraries/${id}/files`],
    [`keepfold://library/${id}/`, `#/libraries/${id}/files`],
    [`keepfold://library/${id}/Trip/Italy/`, `#/libraries/${id}/files/Trip/Italy`],
    [`keepfold://library/${id}/Trip/a%20b.jpg`, `#/libraries/${id}/files/Trip?item=a%20b.jpg`],
    [`keepfold://library/${id}/é.txt`, `#/libraries/${id}/files?item=%C3%A9.txt`],
    [`keepfold://library/${id}/Trip/?commit=${commit}`, `#/libraries/${id}/files/Trip?commit=${commit}`],
    [
      `keepfold://library/${id}/a.txt?commit=${commit}`,
      `#/libraries/${id}/files?commit=${commit}&item=a.txt`,
    ],
    [`keepfold://library/${id}/50%25%3F%23.txt`, `#/libraries/${id}/files?item=50%25%3F%23.txt`],
  ])('%s leads to %s', (link, hash) => {
    expect(placeOfLink(link)).toBe(hash);
  });

  it.each([
    '',
    'keepfold:',
    'keepfold://library',
    'keepfold://library/',
    'keepfold://settings/',
    'https://library/0d5c4a4e-5b0e-4f7e-8a4b-7d7b7a3c2f10/',
    'seafile://library/0d5c4a4e-5b0e-4f7e-8a4b-7d7b7a3c2f10/',
    'keepfold://library/0D5C4A4E-5B0E-4F7E-8A4B-7D7B7A3C2F10/',
    'keepfold://library/0d5c4a4e/',
    `keepfold://library/${id}/../../etc/passwd`,
    `keepfold://library/${id}//double`,
    `keepfold://library/${id}/a%2fb`,
    `keepfold://library/${id}/a%5cb`,
    `keepfold://library/${id}/a%00b`,
    `keepfold://library/${id}/a%0ab`,
    `keepfold://library/${id}/%ff`,
    `keepfold://library/${id}/?commit=123`,
    `keepfold://library/${id}/?commit=${commit}&commit=${commit}`,
    `keepfold://library/${id}/?commit=${commit}&delete=1`,
    `keepfold://library/${id}/?restore=1`,
    `keepfold://library/${id}/#/admin/users`,
    `keepfold://ada:secret@library/${id}/`,
    `keepfold://library:80/${id}/`,
    `keepfold://library/${id}/${'x'.repeat(9_000)}`,
  ])('%s leads nowhere', (link) => {
    expect(placeOfLink(link)).toBeNull();
  });

  it('stays in its library whatever its path climbs', () => {
    expect(placeOfLink(`keepfold://library/${id}/a/../b/`)).toBe(`#/libraries/${id}/files/b`);
    expect(placeOfLink(`keepfold://library/${id}/a/%2e%2e/%2e%2e/b/`)).toBeNull();
  });
});

it('the link among the words that the app is started with is found, if there is one', () => {
  expect(linkAmong(['--flag', `keepfold://library/${id}/`])).toBe(`keepfold://library/${id}/`);
  expect(linkAmong(['--flag', 'https://example.org/'])).toBeNull();
});
