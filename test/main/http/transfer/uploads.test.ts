import fastify, { type InjectOptions } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { shareBodyMemory } from '../../../../src-main/http/body-memory.ts';
import { declareRoutes } from '../../../../src-main/http/declared-routes.ts';
import { sendError } from '../../../../src-main/http/errors.ts';
import { NO_FIELDS } from '../../../../src-main/http/fields.ts';
import type { HttpServices } from '../../../../src-main/http/services.ts';
import { uploadRoutes } from '../../../../src-main/http/transfer/uploads.ts';
import type { KeepFile } from '../../../../src-main/usecases/files/uploads.ts';
import { collect } from '../../../support/collect.ts';

const FORM = 'multipart/form-data; boundary=b';

/** What uploads are asked for over links, of services that put whatever they are given. */
async function uploadWorld(refusal?: DomainError) {
  const asked: unknown[] = [];
  const keep: KeepFile = async (name, pieces) => {
    const bytes = Buffer.concat(await collect(pieces));
    return { name, id: 'f'.repeat(40), sizeBytes: bytes.length } as unknown as ReturnType<KeepFile>;
  };
  const begin = async (...args: unknown[]) => {
    if (refusal !== undefined) throw refusal;
    const put = async (request: object) => {
      asked.push([...args, request]);
      const made = { name: 'a', id: 'f'.repeat(40), sizeBytes: 3, commitId: 'c' };
      return 'path' in request ? made : [made];
    };
    return { keep, put, end: async () => undefined };
  };
  const uploads = { uploads: { beginUpdating: begin }, partialUploads: { begin }, visitorUploads: { begin } };
  const app = fastify();
  onTestFinished(() => app.close());
  app.decorateRequest('caller', null);
  app.decorateRequest('syncVisit', null);
  app.decorateRequest('queryFields');
  app.addHook('onRequest', async (request) => {
    request.queryFields = NO_FIELDS;
  });
  shareBodyMemory(app);
  app.setErrorHandler(sendError);
  app.addContentTypeParser('*', async () => undefined);
  declareRoutes(app);
  app.register(async (scope) => uploadRoutes(scope, { uploads } as unknown as HttpServices), {
    prefix: '/seafhttp',
  });
  const send = async (kind: string, fields: Record<string, string>, more: Partial<InjectOptions> = {}) => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\none\r\n';
    const payload = `${parts.join('')}${file}--b--\r\n`;
    const headers = { 'content-type': FORM, ...more.headers };
    return app.inject({ method: 'POST', url: `/seafhttp/${kind}/token`, payload, headers });
  };
  return { send, asked };
}

describe('a form with files', () => {
  it('says when they were changed, by RFC 3339, and to the second', async () => {
    const { send, asked } = await uploadWorld();
    for (const last_modify of ['2020-01-02T03:04:05Z', '2020-01-02T05:04:05.9+02:00', '2020-01-02 03:04:05z'])
      expect((await send('upload-api', { parent_dir: '/', last_modify })).statusCode).toBe(200);
    expect(asked).toMatchObject(Array(3).fill(['token', null, { mtimeSeconds: 1_577_934_245 }]));
    for (const last_modify of ['yesterday', '2020-01-02', '2020-13-02T03:04:05Z', '1577934245'])
      expect((await send('upload-api', { parent_dir: '/', last_modify })).statusCode).toBe(400);
  });

  it('replaces what has the names only where it says so', async () => {
    const { send, asked } = await uploadWorld();
    await send('upload-api', { parent_dir: '/', replace: '1' });
    await send('upload-api', { parent_dir: '/', replace: '0' });
    await send('upload-api', { parent_dir: '/' });
    expect(asked.map((one) => (one as { replaces: boolean }[])[2]?.replaces)).toEqual([true, false, false]);
    expect((await send('upload-api', { parent_dir: '/', replace: 'yes' })).statusCode).toBe(400);
    expect((await send('upload-api', { parent_dir: '/', relative_path: '/a' })).statusCode).toBe(400);
    expect((await send('upload-api', {})).statusCode).toBe(400);
  });

  it('is answered with ids to programs, and with JSON to pages and who wants that', async () => {
    const { send } = await uploadWorld();
    const json = [{ name: 'a', id: 'f'.repeat(40), size: 3 }];
    expect((await send('upload-api', { parent_dir: '/' })).body).toBe('f'.repeat(40));
    expect((await send('upload-api', { parent_dir: '/', 'ret-json': '1' })).json()).toEqual(json);
    const page = await send('upload-aj', { parent_dir: '/' });
    expect([page.json(), page.headers['x-commit-id']]).toEqual([json, 'c']);
    expect((await send('update-aj', { target_file: '/a' })).json()).toEqual(json);
  });

  it('is refused in JSON, whatever it asked for', async () => {
    const { send } = await uploadWorld(new DomainError('link-not-found'));
    const answer = await send('upload-api', { parent_dir: '/' });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([403, ['error']]);
  });
});

describe('a part of a file', () => {
  const part = (range: string, disposition = 'attachment; filename="%C3%A4.txt"') => ({
    headers: { 'content-range': range, 'content-disposition': disposition },
  });

  it('is told by its range and its encoded name', async () => {
    const { send, asked } = await uploadWorld();
    await send('upload-api', { parent_dir: '/' }, part('bytes 0-2/10'));
    expect(asked).toMatchObject([['token', { name: 'ä.txt', first: 0, last: 2, totalBytes: 10 }, null, {}]]);
  });

  it('is refused by a range or a name that is none', async () => {
    const { send, asked } = await uploadWorld();
    for (const range of [
      'bytes 0-2/2',
      'bytes 2-1/9',
      'bytes 0-2/*',
      'bytes=0-2/9',
      'bytes 0-/9',
      'items 0-2/9',
    ])
      expect((await send('upload-api', { parent_dir: '/' }, part(range))).statusCode, range).toBe(400);
    for (const name of ['attachment', 'attachment; filename=a', 'attachment; filename="%ff"'])
      expect((await send('upload-api', { parent_dir: '/' }, part('bytes 0-2/9', name))).statusCode).toBe(400);
    expect(asked).toEqual([]);
  });
});
