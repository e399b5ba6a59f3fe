import { expect, it } from 'vitest';
import {
  archiveAddress,
  crumbs,
  fileAddresses,
  folderAddress,
  thumbnailAddress,
  titleOf,
  uploadAddress,
} from '../../../../src-main/http/public/link-head.ts';
import { pageMessages } from '../../../../src-main/http/public/page-messages.ts';
import type { Visit } from '../../../../src-main/usecases/sharing/link-access.ts';

const visitOf = (link: object) =>
  ({ link: { token: 't', ...link }, library: { name: 'Papers' } }) as unknown as Visit;
const FOLDER = visitOf({ kind: 'share', isDir: true, path: '/docs' });
const ODD = '/a&b/#ü?\ud800';

it('names of any kind stay inside of the addresses that a page has', () => {
  const odd = '%2Fa%26b%2F%23%C3%BC%3F%EF%BF%BD';
  expect(folderAddress(FOLDER, ODD, { mode: 'grid', from: 200 })).toBe(`/d/t/?p=${odd}&mode=grid&from=200`);
  expect(fileAddresses(FOLDER, ODD)).toEqual({
    ...{
      page: `/d/t/files/?p=${odd}`,
      raw: `/d/t/files/?p=${odd}&raw=1`,
      download: `/d/t/files/?p=${odd}&dl=1`,
    },
  });
  expect([thumbnailAddress(FOLDER, ODD), archiveAddress(FOLDER, ODD), uploadAddress(FOLDER, ODD)]).toEqual([
    ...[`/d/t/thumbnail/?p=${odd}`, `/d/t/zip/?p=${odd}`, `/d/t/upload/?p=${odd}`],
  ]);
});

it('a link to a file has the file at its own address, and one that takes files in has its form there', () => {
  const file = visitOf({ kind: 'share', isDir: false, path: '/a.txt' });
  expect(fileAddresses(file, '/')).toEqual({ page: '', raw: '?raw=1', download: '?dl=1' });
  expect(uploadAddress(visitOf({ kind: 'upload', isDir: true, path: '/' }), '/')).toBe(
    '/u/d/t/upload/?p=%2F',
  );
});

it('visitors see nothing above the folder of the link', () => {
  expect([titleOf(FOLDER), titleOf(visitOf({ path: '/' }))]).toEqual(['docs', 'Papers']);
  const messages = pageMessages('en');
  expect(crumbs(messages, FOLDER, '/').text).toBe('');
  const { text } = crumbs(messages, FOLDER, '/in/<b>');
  expect([...text.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name]) => name)).toEqual(['docs', 'in']);
  expect(text).not.toContain('<b>');
});
