import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { FILE_MODE } from '../../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import type { DownloadLinkJson } from '../../../src-shared/contents-api.ts';
import type { FieldsOf } from '../../../src-shared/local-api.ts';
import { ADMIN_EMAIL, ANNA_EMAIL, form, type HttpWorld, httpWorld } from './http-world.ts';

const CONTENT = '<script>alert(1)</script> 0123456789';

let world: HttpWorld;
let libraryId: LibraryId;
let fileId: string;
let link: string;

beforeAll(async () => {
  world = await httpWorld();
  const made = await world.call(world.annaToken, {
    method: 'POST',
    url: '/api2/repos/',
    ...form({ name: 'Files' }),
  });
  libraryId = (made.body as { repo_id: LibraryId }).repo_id;
  fileId = await addFile('/Übung "1".html', Buffer.from(CONTENT));
  await addFile('/empty', Buffer.alloc(0));
  link = await linkTo('/Übung "1".html');
});

afterAll(() => world.close());

async function addFile(path: string, bytes: Buffer): Promise<string> {
  const objects = world.objects.library(libraryId);
  const blockId = objectIdOf(bytes);
  const file = encodeFile({ blockIds: [blockId], sizeBytes: bytes.length });
  if (bytes.length > 0) {
    await objects.write('block', blockId, bytes);
    await objects.write('fs', file.id, file.bytes);
    await objects.flush();
  }
  const facts = { kind: 'file', id: file.id, mode: FILE_MODE, mtimeSeconds: 1_714_564_800 } as const;
  const dirent = { ...facts, sizeBytes: bytes.length, modifier: ANNA_EMAIL };
  await world.changeLibrary.commitChanges({
    libraryId,
    changes: [{ op: 'put', path, dirent }],
    author: ANNA_EMAIL,
    asksFirst: false,
  });
  return file.id;
}

async function linkTo(path: string): Promise<string> {
  const url = `/api/v2.1/admin/libraries/${libraryId}/dirent/?path=${encodeURIComponent(path)}&dl=1`;
  const answer = await world.call(world.adminToken, { url });
  const address = (answer.body as { download_url: string }).download_url;
  expect(address).toMatch(/^http:\/\/localhost:80\/seafhttp\/files\/[0-9a-f-]{36}\//);
  return new URL(address).pathname;
}

const get = (headers: Record<string, string> = {}, url = link) => world.call('', { url, headers });

describe('the download link of a page', () => {
  const ask = (request: FieldsOf<'POST libraries/:library_id/download-link/'>) =>
    world.call(world.annaToken, {
      method: 'POST',
      url: `/api/local/v1/libraries/${libraryId}/download-link/`,
      payload: request,
    });

  it('leads to a file as it is now, or was at a commit', async () => {
    const now = await ask({ path: '/Übung "1".html' });
    expect((await get({}, new URL((now.body as DownloadLinkJson).url).pathname)).text).toBe(CONTENT);
    await addFile('/gone', Buffer.from('gone'));
    const { library } = world.services.libraries.find({ email: ANNA_EMAIL, isAdmin: false }, libraryId);
    await world.changeLibrary.commitChanges({
      libraryId,
      changes: [{ op: 'remove', path: '/gone' }],
      author: ANNA_EMAIL,
      asksFirst: false,
    });
    expect(await ask({ path: '/gone' })).toMatchObject({ status: 404 });
    const then = await ask({ path: '/gone', commit_id: library.headId });
    expect(await get({}, new URL((then.body as DownloadLinkJson).url).pathname)).toMatchObject({
      status: 200,
      text: 'gone',
    });
  });

  it('leads to no folder', async () => {
    expect(await ask({ path: '/' })).toMatchObject({ status: 404, body: { error_code: 'file-not-found' } });
  });
});

describe('GET /seafhttp/files/', () => {
  it('gives the bytes as something no browser runs', async () => {
    const { status, text, headers } = await get({ accept: 'image/png' });
    expect(status).toBe(200);
    expect(text).toBe(CONTENT);
    expect(headers).toMatchObject({
      etag: fileId,
      'content-length': '36',
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(headers['content-disposition']).toBe(
      `attachment;filename*=utf-8''%C3%9Cbung%20%221%22.html;filename="_bung _1_.html"`,
    );
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('answers HEAD with the same headers and no body', async () => {
    const answer = await world.call('', { method: 'HEAD', url: link });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers['content-length']).toBe('36');
  });

  it('gives one range', async () => {
    const part = await get({ range: 'bytes=26-29' });
    expect(part).toMatchObject({ status: 206, text: '0123' });
    expect(part.headers['content-range']).toBe('bytes 26-29/36');
    expect(part.headers['content-length']).toBe('4');
    expect((await get({ range: 'bytes=-3' })).text).toBe('789');
    expect((await get({ range: 'bytes=33-' })).text).toBe('789');
    expect((await get({ range: 'bytes=33-', 'if-range': '"other"' })).status).toBe(200);
    const none = await get({ range: 'bytes=36-' });
    expect(none.status).toBe(416);
    expect(none.headers['content-range']).toBe('bytes */36');
  });

  it('sends nothing that the client has', async () => {
    expect(await get({ 'if-none-match': fileId })).toMatchObject({ status: 304, text: '' });
    expect((await get({ 'if-none-match': `W/"x", "${fileId}"` })).status).toBe(304);
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200);
    expect((await get({ 'if-modified-since': 'Wed, 01 May 2030 12:00:00 GMT' })).status).toBe(200);
  });

  it('gives empty files', async () => {
    const empty = await get({}, await linkTo('/empty'));
    expect(empty).toMatchObject({ status: 200, text: '' });
    expect(empty.headers['content-length']).toBe('0');
  });

  it('refuses links that are edited or an hour old', async () => {
    const refused = { status: 403, text: 'Access token not found' };
    expect(await get({}, '/seafhttp/files/8a4f1d4c-1111-4222-8333-444455556666/x')).toMatchObject(refused);
    const old = await linkTo('/empty');
    world.clock.advance(3601);
    expect(await get({}, old)).toMatchObject(refused);
    expect((await world.call('', { method: 'POST', url: old })).status).toBe(405);
  });
});

describe('administrators', () => {
  it('see the size of files', async () => {
    const url = `/api/v2.1/admin/libraries/${libraryId}/dirent/?path=/empty`;
    expect((await world.call(world.adminToken, { url })).body).toMatchObject({
      is_file: true,
      file_size: '0\u00a0bytes',
      last_update: '2024-05-01T12:00:00+00:00',
    });
    expect(ADMIN_EMAIL).not.toBe(ANNA_EMAIL);
  });
});
