import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createLocalCalls } from '../../../../src-main/electron/service/local-calls.ts';

it('the shell calls the service with its token, and throws what is refused', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(request.url === '/api/local/v1/folders/' ? 200 : 503).end('{"folders":[]}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const calls = createLocalCalls(() => ({ url: `http://127.0.0.1:${port}`, token: 'secret' }));
  expect(await calls.get('folders/')).toEqual({ folders: [] });
  await expect(calls.post('folders/f/pause/', { for_seconds: 60 })).rejects.toThrow(
    'POST folders/f/pause/ was answered with 503',
  );
  expect(asked).toEqual([
    'GET /api/local/v1/folders/ Token secret',
    'POST /api/local/v1/folders/f/pause/ Token secret',
  ]);
});

it('no call waits for a service that does not run', async () => {
  await expect(createLocalCalls(() => null).get('folders/')).rejects.toThrow('the service does not run');
});
