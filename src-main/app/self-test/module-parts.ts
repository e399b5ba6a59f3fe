import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fromPackage, workerUrl } from '../../core/plain-files.ts';
import { nodeHttp } from '../../http/node-http.ts';
import { ThumbnailThread } from '../../pictures/thumbnail-thread.ts';
import { trySqlite } from '../../store/sqlite/try-sqlite.ts';
import { koffiIfInstalled } from '../free-memory.ts';
import { createKeychainSecrets, loadKeychain } from '../keychain-secrets.ts';
import { resourcesDir } from '../version.ts';

/** A new database with all its tables and a full-text index. */
export function tryDatabase(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return `SQLite ${trySqlite(join(folder, 'keepfold.db'))} with FTS5`;
}

export async function tryKeychainModule(): Promise<string> {
  await loadKeychain();
  return 'loaded';
}

/** Asks for a secret that does not exist; nothing is written. */
export async function tryKeychain(): Promise<string> {
  await createKeychainSecrets().check();
  return 'answers';
}

/** The call that returns memory to the system on Linux. */
export async function tryForeignCalls(): Promise<string> {
  if (process.platform !== 'linux') return 'not needed on this system';
  const koffi = await koffiIfInstalled();
  if (koffi === null) return 'not installed; more memory stays in use';
  koffi.load(null).func('int malloc_trim(size_t pad)');
  return `koffi ${koffi.version}`;
}

/** Shrinks a picture of ours in the thread for that. */
export async function tryThumbnails(): Promise<string> {
  const thread = new ThumbnailThread(workerUrl('../../pictures/thumbnail-worker', import.meta.url));
  const bytes = fromPackage(process, () => readFileSync(join(resourcesDir(), 'tray/idle.png')));
  const small = await thread.make({ bytes, size: 8 }).finally(() => thread.end());
  if (small === null) throw new Error('no picture was made');
  return 'made in a thread';
}

/** A server for this computer alone is reached, which some security programs prevent. */
export async function tryLoopback(): Promise<string> {
  const server = nodeHttp.createServer((_request, response) => response.end('answer'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    if ((await answer.text()) !== 'answer') throw new Error('another program answered');
    return 'reached';
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
