import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { readUploadForm } from '../../../src-main/http/transfer/upload-form.ts';

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
