import { describe, expect, it } from 'vitest';
import { rawExchange, rawRequest } from '../../support/raw-exchange.ts';
import { useApp } from '../../support/running-app.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const FILES = `/#/libraries/${ID}/files`;

const app = useApp();

async function leadsTo(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await app().call('GET', path, { headers });
  return [answer.status, answer.headers.get('location')];
}

describe('addresses of real servers', () => {
  it.each([
    [`/library/${ID}/Papers/`, FILES],
    [`/library/${ID}/My%20Papers/Trip/Italy%20%26%20Spain`, `${FILES}/Trip/Italy%20%26%20Spain`],
    [`/lib/${ID}/file/Trip/plan.txt`, `${FILES}/Trip?item=plan.txt`],
    [`/repo/${ID}`, FILES],
    [`/repo/file_revisions/${ID}/?p=%2FTrip%2Fplan.txt`, `${FILES}/Trip?item=plan.txt`],
    ['/profile/', '/#/settings'],
    ['/library/none/Papers/', '/#/'],
  ])('%s lead to their place in our page, whoever asks', async (path, place) => {
    expect(await leadsTo(path)).toEqual([302, place]);
  });

  it('lead there for a path of four thousand letters', async () => {
    const folder = Array.from({ length: 16 }, () => 'f'.repeat(250)).join('/');
    expect(await leadsTo(`/lib/${ID}/file/${folder}/plan.txt`)).toEqual([
      302,
      `${FILES}/${folder}?item=plan.txt`,
    ]);
  });

  it('are followed from pages of others, but not fetched by them', async () => {
    const statusOf = async (...headers: string[]) => {
      const line = `GET /library/${ID}/Papers/ HTTP/1.1`;
      const host = `Host: ${new URL(app().url).host}`;
      return (
        await rawExchange(app().url, rawRequest(line, [host, 'Sec-Fetch-Site: cross-site', ...headers]))
      ).status;
    };
    expect(await statusOf('Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document')).toBe(302);
    expect(await statusOf('Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image')).toBe(403);
  });

  it('lead nowhere else', async () => {
    for (const path of ['/library//evil.example/', '/repo/%2F%2Fevil.example/', '/profile/?next=//evil'])
      expect((await leadsTo(path))[1]).toMatch(/^\/#\//);
  });
});
