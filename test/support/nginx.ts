import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './tls-calls.ts';

/** Where no nginx is installed, the tests that drive it are skipped. */
export const hasNginx =
  spawnSync('nginx', ['-v']).status === 0 && spawnSync('openssl', ['version']).status === 0;

const STARTED_WITHIN_MS = 10_000;

/** What people write for a server behind it. */
export interface NginxSite {
  readonly name: string;
  /** Where the server listens. */
  readonly upstream: number;
  /** Lines of `location /` beside `proxy_pass`. */
  readonly lines: readonly string[];
}

/** The real program, with TLS and a configuration of its own. */
export interface Nginx {
  readonly port: number;
  /** Path of its certificate, which is its own authority. */
  readonly certificate: string;
  end(): Promise<void>;
}

export async function startNginx(folder: string, site: NginxSite): Promise<Nginx> {
  const port = await freePort();
  for (const name of ['logs', 'body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  const certificate = join(folder, 'site.pem');
  const key = join(folder, 'site.key');
  const subject = ['-subj', `/CN=${site.name}`, '-addext', `subjectAltName=DNS:${site.name}`];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-x509'];
  execFileSync('openssl', ['req', ...made, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configOf(folder, site, { port, certificate, key }));
  const child = spawn(
    'nginx',
    ['-p', folder, '-c', config, '-e', join(folder, 'logs/error.log'), '-g', 'daemon off;'],
    {
      stdio: 'inherit',
    },
  );
  await untilAnswering(port, child);
  return {
    port,
    certificate,
    end: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function configOf(
  folder: string,
  { name, upstream, lines }: NginxSite,
  { port, certificate, key }: { port: number; certificate: string; key: string },
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${join(folder, each.replace('client_', ''))};`,
  );
  return `
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 256; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  server {
    listen ${port} ssl;
    server_name ${name};
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    client_max_body_size 0;
    location / {
      proxy_pass http://127.0.0.1:${upstream};
      ${lines.join('\n      ')}
    }
  }
}
`;
}

async function untilAnswering(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + STARTED_WITHIN_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > deadline) throw new Error('nginx does not answer');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
