import { mkdtempSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeReachedServer, type TriedWay } from '../suites/reached-server.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { killLeftServers, runServer } from '../support/server-run.ts';
import { freePort } from '../support/tls-calls.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const NAME = 'files.example.org';
const LOCAL_NAME = `${hostname().toLowerCase().split('.')[0]}.local`;

interface Configuration {
  readonly title: string;
  readonly name: string;
  readonly lines: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const FORWARDED = [
  'proxy_http_version 1.1;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  'proxy_set_header Upgrade $http_upgrade;',
  'proxy_set_header Connection $http_connection;',
  'proxy_buffering off;',
];
const KEEPING_HOST = [
  ...FORWARDED,
  'proxy_set_header Host $http_host;',
  'proxy_set_header X-Forwarded-Proto $scheme;',
  'proxy_set_header X-Forwarded-Host $http_host;',
  'proxy_request_buffering off;',
];

/** As the guide says; with nothing but what the default of nginx is, and who asks; and by the name of the computer in its network, without an address that is told. */
const CONFIGURATIONS: readonly Configuration[] = [
  {
    title: 'keeps the Host and sends X-Forwarded-*',
    name: NAME,
    lines: KEEPING_HOST,
    environment: { KEEPFOLD_PUBLIC_URL: `https://${NAME}`, KEEPFOLD_TRUSTED_PROXY: '127.0.0.1' },
  },
  {
    title: 'rewrites the Host, as by default',
    name: NAME,
    lines: FORWARDED,
    environment: { KEEPFOLD_PUBLIC_URL: `https://${NAME}`, KEEPFOLD_TRUSTED_PROXY: '127.0.0.1' },
  },
  {
    title: 'answers to the .local name of the computer',
    name: LOCAL_NAME,
    lines: KEEPING_HOST,
    environment: { KEEPFOLD_ALLOW_HOST: LOCAL_NAME, KEEPFOLD_TRUSTED_PROXY: '127.0.0.1' },
  },
];

/** One of this computer in its network: to the proxy, another visitor than loopback. */
const OUTER_ADDRESS = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

afterAll(killLeftServers);

describe.skipIf(!hasNginx)('nginx', () => {
  for (const { title, name, lines, environment } of CONFIGURATIONS)
    describeReachedServer(
      `behind an nginx that ${title}`,
      async (scratch) => {
        const upstream = await freePort();
        const server = await runServer(join(scratch, 'data'), { port: upstream, environment });
        const nginx = await startNginx(mkdtempSync(join(scratch, 'nginx-')), { name, upstream, lines });
        return {
          url: `https://${name}`,
          port: nginx.port,
          async end() {
            await nginx.end();
            await server.stop();
          },
        };
      },
      describeProxy,
    );
});

function describeProxy({ call }: TriedWay): void {
  it.skipIf(OUTER_ADDRESS === undefined)(
    'who guesses is slowed down by the address that the proxy names, and no other visitor is',
    async () => {
      const guess = (visitor: string | undefined, user: number) =>
        call('POST', '/api2/auth-token/', {
          ...{ host: visitor, localAddress: visitor },
          // What a visitor claims to be comes first in what the proxy passes on, and is not believed.
          headers: { ...FORM, 'x-forwarded-for': `198.51.100.${user}` },
          body: `username=${user}@example.com&password=wrong`,
        });
      const statuses: number[] = [];
      for (let user = 0; user < 11; user += 1) statuses.push((await guess(OUTER_ADDRESS, user)).status);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
      expect((await guess('127.0.0.1', 20)).status).toBe(400);
    },
  );

  it('what is told to programs of this computer is not told', async () => {
    expect((await call('GET', '/api/local/v1/commands/')).json).toEqual({ commands: null, email: null });
    expect((await call('GET', '/api2/ping/', { headers: { host: 'evil.example' } })).status).toBeGreaterThan(
      0,
    );
  });
}
