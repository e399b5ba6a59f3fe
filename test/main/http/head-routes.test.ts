import { Readable } from 'node:stream';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { answerHead } from '../../../src-main/http/head-routes.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

function appWith(answer: Answer, options: { readonly exposeHeadRoute?: boolean } = {}) {
  const app = fastify({ exposeHeadRoutes: false });
  answerHead(app);
  app.get('/', options, async (request, reply) => answer(request, reply));
  return app;
}

async function headOf(answer: Answer) {
  const { statusCode, headers, body } = await appWith(answer).inject({ method: 'HEAD', url: '/' });
  return [statusCode, headers['content-length'], headers['content-type'], body];
}

describe('HEAD', () => {
  it('is answered with the length of what GET sends, and with nothing of it', async () => {
    expect(await headOf(() => ({ name: 'ä' }))).toEqual([200, '13', 'application/json; charset=utf-8', '']);
    expect(await headOf((_, reply) => reply.type('image/png').send(Buffer.alloc(70)))).toEqual([
      ...[200, '70', 'image/png', ''],
    ]);
    expect(await headOf((_, reply) => reply.send())).toEqual([200, '0', undefined, '']);
  });

  it('ends what would have been sent piece by piece, and keeps the length that was given for it', async () => {
    const pieces = Readable.from(['one', 'two']);
    const answered = headOf((_, reply) =>
      reply.header('content-length', '6').type('text/plain').send(pieces),
    );
    expect(await answered).toEqual([200, '6', 'text/plain', '']);
    expect(pieces.destroyed).toBe(true);
  });

  it('leaves what GET is answered alone', async () => {
    const { headers, body } = await appWith(() => ({ name: 'ä' })).inject('/');
    expect([headers['content-length'], body]).toEqual(['13', '{"name":"ä"}']);
  });

  it('is not answered where a route says so', async () => {
    const app = appWith(() => 'one', { exposeHeadRoute: false });
    expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(404);
  });

  it('runs the other hooks of the route first', async () => {
    const app = fastify({ exposeHeadRoutes: false });
    answerHead(app);
    app.get('/', { onSend: async () => 'longer' }, async () => 'one');
    const { headers } = await app.inject({ method: 'HEAD', url: '/' });
    expect(headers['content-length']).toBe('6');
  });
});
