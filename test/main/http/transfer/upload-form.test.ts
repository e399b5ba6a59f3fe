import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { readUploadForm } from '../../../../src-main/http/transfer/upload-form.ts';
import { collect } from '../../../support/collect.ts';

it('a form of which the rest will never come is told as cut to whoever begins to read it later', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);
  const arrived = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<unknown>();
  app.post('/', async (request, reply) => {
    const hungUp = once(reply.raw, 'close');
    arrived.resolve();
    await hungUp;
    const reading = readUploadForm(request, async () => {
      throw new Error('there is no file');
    });
    outcome.resolve(await reading.catch((error: unknown) => error));
  });
  const sending = httpRequest(await app.listen({ host: '127.0.0.1', port: 0 }), {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '1000' },
  });
  sending.on('error', () => undefined);
  sending.write('--b\r\n');
  await arrived.promise;
  sending.destroy();
  expect(await outcome.promise).toMatchObject({
    status: 400,
    message: expect.stringContaining('The form is cut.'),
  });
});

it('a form that is all here is told as cut when its sender has hung up before its file was kept', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);
  const kept = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<unknown>();
  app.post('/', async (request, reply) => {
    const hungUp = once(reply.raw, 'close');
    const reading = readUploadForm(request, async (name, pieces) => {
      await collect(pieces);
      kept.resolve();
      await hungUp;
      return { name, id: '0'.repeat(40) as ObjectId, sizeBytes: 4 };
    });
    outcome.resolve(await reading.catch((error: unknown) => error));
  });
  const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ntext\r\n--b--\r\n';
  const sending = httpRequest(await app.listen({ host: '127.0.0.1', port: 0 }), {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': form.length },
  });
  sending.on('error', () => undefined);
  sending.end(form);
  await kept.promise;
  sending.destroy();
  expect(await outcome.promise).toMatchObject({ status: 400 });
});
