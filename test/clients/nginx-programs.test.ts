import { lookup } from 'node:dns/promises';
import { mkdtempSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { areProgramsTried, describeReachedPrograms, killLeftPrograms } from '../suites/reached-programs.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { runServer } from '../support/server-run.ts';
import { freePort } from '../support/tls-calls.ts';

const LOCAL_NAME = `${hostname().toLowerCase().split('.')[0]}.local`;

const FORWARDED = [
  'proxy_http_version 1.1;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  'proxy_set_header Upgrade $http_upgrade;',
  'proxy_set_header Connection $http_connection;',
];
const KEEPING_HOST = [
  ...FORWARDED,
  'proxy_set_header Host $http_host;',
  'proxy_set_header X-Forwarded-Proto $scheme;',
  'proxy_set_header X-Forwarded-Host $http_host;',
];
const CONFIGURATIONS: readonly {
  readonly title: string;
  readonly name: string;
  readonly lines: readonly string[];
}[] = [
  { title: 'keeps the Host', name: 'localhost', lines: KEEPING_HOST },
  { title: 'rewrites the Host', name: 'localhost', lines: FORWARDED },
  // Most build machines have nothing that finds computers by such names.
  ...((await isFound(LOCAL_NAME))
    ? [{ title: 'answers to the .local name', name: LOCAL_NAME, lines: KEEPING_HOST }]
    : []),
];

afterAll(killLeftPrograms);

describe.skipIf(!(areProgramsTried && hasNginx))('programs', () => {
  for (const { title, name, lines } of CONFIGURATIONS)
    describeReachedPrograms(`behind an nginx that ${title}`, async (scratch) => {
      const upstream = await freePort();
      const nginx = await startNginx(mkdtempSync(join(scratch, 'nginx-')), { name, upstream, lines });
      const url = `https://${name}:${nginx.port}`;
      const trusted = process.env['SSL_CERT_FILE'];
      process.env['SSL_CERT_FILE'] = nginx.certificate;
      const server = await runServer(join(scratch, 'data'), {
        port: upstream,
        environment: { KEEPFOLD_PUBLIC_URL: url, KEEPFOLD_TRUSTED_PROXY: '127.0.0.1' },
      });
      return {
        url,
        port: nginx.port,
        async end() {
          if (trusted === undefined) delete process.env['SSL_CERT_FILE'];
          else process.env['SSL_CERT_FILE'] = trusted;
          await nginx.end();
          await server.stop();
        },
      };
    });
});

async function isFound(name: string): Promise<boolean> {
  return lookup(name).then(
    () => true,
    () => false,
  );
}
