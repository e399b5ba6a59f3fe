import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differingPaths, type FolderSnapshot, snapshotOf } from './folder-snapshot.ts';
import { proofSize } from './proof-size.ts';
import { type SeafClient, startSeafClient } from './seaf-cli.ts';
import { killLeftSeafDaemons } from './seaf-daemon.ts';
import { killLeftServers, runServer, type ServerRun } from './server-run.ts';

/** Administers the server, and owns the libraries. */
export const OWNER = { user: 'admin@example.com', password: 'admin-secret' };
/** The libraries are shared with her. */
export const ANN = { user: 'ann@example.com', password: 'secret of ann' };

const AGREED_WITHIN_MS = proofSize({ ci: 90, long: 1800 }) * 1000;
const PAUSE_MS = 300;

/** One official client with its folder of one library. */
export interface Desk {
  readonly client: SeafClient;
  readonly folder: string;
}

/** A server that official clients sync with. */
export interface SeafBench {
  /** The one that runs, or has run last. */
  server(): ServerRun;
  /** Ends the server at once. */
  killServer(): Promise<void>;
  /** Starts it again where clients know it to be. */
  startServer(): Promise<void>;
  /** A path of its own for what a test writes. */
  place(name: string): string;
  /** A call by the owner, or with another token. @throws Error when it is refused */
  call<T>(method: string, path: string, form?: Record<string, string>, token?: string): Promise<T>;
  /** A library of the owner's that Ann may change. Its id. */
  newLibrary(name: string, password?: string): Promise<string>;
  startClient(name: string, account: typeof OWNER): Promise<SeafClient>;
  /** A client that syncs the library with a folder, which may be there already. */
  desk(libraryId: string, name: string, account: typeof OWNER): Promise<Desk>;
  /** What the server holds, written to disk by itself. */
  onServer(libraryId: string): Promise<FolderSnapshot>;
  /**
   * Waits until the folders and the server hold the same, and says what.
   * @throws Error with what differs and the ends of the clients' logs
   */
  untilAgreed(libraryId: string, desks: readonly Desk[]): Promise<FolderSnapshot>;
  end(): Promise<void>;
}

/** Starts a server with a data folder of its own, and adds Ann. */
export async function startSeafBench(): Promise<SeafBench> {
  const scratch = await mkdtemp(join(tmpdir(), 'keepfold-seaf-'));
  const server = await runServer(join(scratch, 'data'));
  const bench = benchOf(scratch, server);
  await bench.call('POST', '/api/v2.1/admin/users/', { email: ANN.user, password: ANN.password });
  return bench;
}

function benchOf(scratch: string, first: ServerRun): SeafBench {
  let server = first;
  let exports = 0;
  const place = (name: string) => join(scratch, name);

  async function call<T>(
    method: string,
    path: string,
    form?: Record<string, string>,
    token = server.token,
  ): Promise<T> {
    const response = await fetch(new URL(path, server.url), {
      method,
      headers: { Authorization: `Token ${token}` },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  async function newLibrary(name: string, password?: string): Promise<string> {
    const secret = password === undefined ? {} : { passwd: password };
    const { repo_id: id } = await call<{ repo_id: string }>('POST', '/api2/repos/', { name, ...secret });
    await call('PUT', `/api2/repos/${id}/dir/shared_items/?p=/`, {
      ...{ share_type: 'user', username: ANN.user, permission: 'rw' },
    });
    return id;
  }

  async function startClient(name: string, account: typeof OWNER): Promise<SeafClient> {
    await mkdir(place(name), { recursive: true });
    return startSeafClient(place(name), { ...account, url: server.url });
  }

  async function onServer(libraryId: string): Promise<FolderSnapshot> {
    exports += 1;
    const to = place(`export ${exports}`);
    await server.client.call('POST libraries/:library_id/export/', { library_id: libraryId, to });
    const snapshot = await snapshotOf(to);
    await rm(to, { recursive: true });
    return snapshot;
  }

  return {
    server: () => server,
    killServer: () => server.kill(),
    async startServer() {
      const port = Number(new URL(first.url).port);
      server = await runServer(place('data'), { port });
    },
    place,
    call,
    newLibrary,
    startClient,
    async desk(libraryId, name, account) {
      const client = await startClient(name, account);
      const folder = join(place(name), 'folder');
      await client.sync(libraryId, folder);
      return { client, folder };
    },
    onServer,
    untilAgreed: (libraryId, desks) => untilAgreed(() => onServer(libraryId), libraryId, desks),
    async end() {
      killLeftSeafDaemons();
      killLeftServers();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

async function untilAgreed(
  onServer: () => Promise<FolderSnapshot>,
  libraryId: string,
  desks: readonly Desk[],
): Promise<FolderSnapshot> {
  const deadline = Date.now() + AGREED_WITHIN_MS;
  for (;;) {
    for (const { client } of desks) await client.untilSynchronized(libraryId);
    const folders = await Promise.all(desks.map(({ folder }) => snapshotOf(folder)));
    const server = await onServer();
    const differing = folders.map((folder) => differingPaths(folder, server));
    if (differing.every((paths) => paths.length === 0)) return server;
    if (Date.now() > deadline) {
      const logs = desks.map(({ client }) => client.logEnd());
      throw new Error(`they do not agree: ${JSON.stringify(differing)}\n${logs.join('\n\n')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
