import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBundle } from '../../resources/launch/bundle.mjs';
import type { RunningApp } from '../../src-main/app/compose.ts';
import type { FromService } from '../../src-main/electron/service/service-messages.ts';
import type { ServerEvent } from '../../src-shared/events.ts';
import { forkService } from './electron-stub/forked-service.ts';
import { type KnownRoute, routesElsewhere } from './known-routes.ts';
import { packApp } from './packed-app.ts';

/** Machines that are busy take ten times as long as others. */
const START_WITHIN_MS = 50_000;

/** Whether tests of the interface ask the built service of the desktop app, in Electron's stead, and not the sources. */
export const isDesktopService = process.env['KEEPFOLD_TEST_SERVICE'] === 'desktop';

/** What tests need of the application beyond its interface. */
export type Running = Pick<RunningApp, 'url' | 'token' | 'subscribe' | 'stop'>;

/** What a service says here: the messages that the shell gets, and its routes before them. */
type Told = FromService | { readonly kind: 'routes'; readonly routes: readonly KnownRoute[] };

let packed: Promise<string> | null = null;

/** The entry of the service in an archive that this process has made, without pages, as the sources are started here. */
async function packedEntry(): Promise<string> {
  await ensureBundle();
  const folder = mkdtempSync(join(tmpdir(), 'keepfold-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return await packApp(folder, { hasPages: false });
}

/** Starts the built service of the desktop app as the shell does, from inside of an archive. Whatever it writes on standard error fails its end. */
export async function startDesktopService(
  dataDir: string,
  administrator: { readonly email: string; readonly password: string },
): Promise<Running> {
  packed ??= packedEntry();
  const child = forkService(await packed, {
    env: {
      ...process.env,
      KEEPFOLD_LOG_LEVEL: 'silent',
      KEEPFOLD_ADMIN_EMAIL: administrator.email,
      KEEPFOLD_ADMIN_PASSWORD: administrator.password,
    },
    preloads: ['./tell-routes.ts', './cheap-scrypt.ts'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (piece: Buffer) => {
    errors += piece.toString('utf8');
  });
  const ended = once(child, 'close');
  const listeners = new Set<(event: ServerEvent) => void>();
  const running = Promise.withResolvers<{ url: string; token: string }>();
  child.on('message', (told: Told) => {
    if (told.kind === 'routes') routesElsewhere.publish(told.routes);
    if (told.kind === 'event') for (const listener of listeners) listener(told.event);
    if (told.kind === 'running') running.resolve(told);
    if (told.kind === 'refused') running.reject(new Error(told.message));
  });
  ended.then(() => running.reject(new Error(`the service ended\n${errors}`)), running.reject);
  child.send({ kind: 'start', dataDir, port: 0 });
  const timer = setTimeout(() => running.reject(new Error('the service does not start')), START_WITHIN_MS);
  const { url, token } = await running.promise.finally(() => clearTimeout(timer));
  return {
    ...{ url, token },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: async () => {
      child.send({ kind: 'stop' });
      const [code] = await ended;
      if (code !== 0 || errors !== '') throw new Error(`the service ended with ${code}\n${errors}`);
    },
  };
}
