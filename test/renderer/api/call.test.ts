import { describe, expect, it } from 'vitest';
import { createCall } from '../../../src-renderer/api/call.ts';
import type { RequestOptions } from '../../../src-renderer/api/http-client.ts';
import type { Method } from '../../../src-shared/local-call.ts';
import { answering } from '../fake-http.ts';

describe('a call', () => {
  const sent: unknown[] = [];
  const call = createCall({
    ...answering({}),
    async request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
      sent.push([`${method} ${path}`, options]);
      return JSON.parse('{}');
    },
  });

  it('has in its address what that names, spelled for an address, and the rest in its query or body', async () => {
    await call('GET change-log/', { kind: 'added', text: 'a b' });
    await call('DELETE admin/users/:email/', { email: 'a/b@example.com', transfer_to: 'heir@example.com' });
    await call('POST libraries/:library_id/items/rename/', { library_id: 'l-1', path: '/a', name: 'b' });
    await call('POST admin/users/:email/reset-password/', { email: 'ada@example.com' });
    expect(sent.splice(0)).toEqual([
      ['GET change-log/', { query: { kind: 'added', text: 'a b' } }],
      ['DELETE admin/users/a%2Fb%40example.com/', { query: { transfer_to: 'heir@example.com' } }],
      ['POST libraries/l-1/items/rename/', { body: { path: '/a', name: 'b' } }],
      ['POST admin/users/ada%40example.com/reset-password/', { body: {} }],
    ]);
  });

  it('goes with its signal', async () => {
    const { signal } = new AbortController();
    await call('GET search/', { q: 'x', cursor: null }, { signal });
    expect(sent.splice(0)).toEqual([['GET search/', { query: { q: 'x', cursor: null }, signal }]]);
  });
});
