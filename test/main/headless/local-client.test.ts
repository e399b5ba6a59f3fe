import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLocalClient } from '../../../src-main/headless/local-client.ts';

const ID = '11111111-1111-4111-8111-111111111111';

/** A client of an instance that gives this answer, with what it has been asked. */
async function clientOf(status: number, answer: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      asked.push(`${method} ${url} ${headers.authorization} ${body}`.trim());
      response.writeHead(status).end(answer);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { client: createLocalClient({ url: `http://127.0.0.1:${port}`, token: 'secret' }), asked };
}

describe('a call of the running instance', () => {
  it('puts what is said where the call wants it, with the token', async () => {
    const { client, asked } = await clientOf(200, '{"report":1}');
    expect(await client.call('POST check/', { full: true })).toEqual({ report: 1 });
    await client.call('GET libraries/:library_id/', { library_id: ID });
    expect(asked).toEqual([
      'POST /api/local/v1/check/ Token secret {"full":true}',
      `GET /api/local/v1/libraries/${ID}/ Token secret`,
    ]);
  });

  it('may have an empty answer', async () => {
    const { client } = await clientOf(200, '');
    expect(await client.call('GET libraries/')).toEqual({});
  });

  it.each([
    ['{"error_code":"disk-full","error_msg":"The disk is full."}', 'disk-full', 'The disk is full.'],
    ['{"detail":"Invalid token"}', '507', 'Invalid token'],
    ['no JSON', '507', 'no JSON'],
  ])('throws a refusal in its own words: %s', async (answer, code, message) => {
    const { client } = await clientOf(507, answer);
    await expect(client.call('GET libraries/')).rejects.toMatchObject({ status: 507, code, message });
  });
});
