import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { listingsIn, smallCallsIn } from '../../bench/rows/asked-calls.ts';
import { load, quantile } from '../../bench/rows/load.ts';
import { makeLibraries } from '../../bench/rows/make-libraries.ts';
import { addRows } from '../../bench/rows/make-rows.ts';
import { ServeProcess } from '../../support/serve-process.ts';

const SLOW_MS = 60_000;
const ROWS = 60;

interface HistoryJson {
  readonly data: { readonly commit_id: string; readonly second_parent_id: string | null }[];
}

async function served() {
  const top = mkdtempSync(join(tmpdir(), 'keepfold-rows-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const dataDir = join(top, 'data');
  const ids = await makeLibraries(dataDir, { libraries: 3, entries: 5 });
  addRows(dataDir, ids, ROWS);
  const server = await ServeProcess.startAgain(dataDir);
  onTestFinished(() => server.stop());
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(new URL(path, server.url), {
      headers: { Authorization: `Token ${server.token}` },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return { dataDir, ids, server, ask, folder: { dataDir, libraryId: ids[0] ?? '', rows: ROWS } };
}

describe('the data folders of the benchmark of lists', () => {
  beforeAll(() => ensureBundle(), 120_000);

  it(
    'hold a past in front of what the server made, of which nothing is missing or too much',
    async () => {
      const { ids, server, ask } = await served();
      const [main = '', other = ''] = ids;
      const library = await server.call<{ commit_count: number }>('GET', `libraries/${main}/`);
      const history = await ask<HistoryJson>(`/api/v2.1/repos/${main}/history/?per_page=1000`);
      const trash = await ask<{ data: { obj_name: string }[] }>(
        `/api/v2.1/repos/${main}/trash/?per_page=1000`,
      );
      const others = await ask<HistoryJson>(`/api/v2.1/repos/${other}/history/`);

      // 54 of the 60, and before them the library, its folder and the upload.
      expect(library.commit_count).toBe(57);
      expect(history.data).toHaveLength(57);
      expect(new Set(history.data.map((commit) => commit.commit_id)).size).toBe(57);
      expect(trash.data).toHaveLength(53);
      expect(trash.data[0]?.obj_name).toBe('letter may 0000058.pdf');
      expect(others.data).toHaveLength(4);
      const found = await server.call<{ results: { path: string; state: string }[] }>(
        'GET',
        'search/?q=0000013&in=names',
      );
      expect(found.results).toMatchObject([{ path: '/Desk/sketch may 0000013.pdf', state: 'deleted' }]);
      const { libraries } = await server.call<{ libraries: unknown[] }>('GET', 'libraries/');
      expect(libraries).toHaveLength(3);

      await server.call('POST', `libraries/${main}/items/new-folder/`, { path: '/Desk' });
      const after = await server.call<{ commit_count: number }>('GET', `libraries/${main}/`);
      expect(after.commit_count).toBe(58);
    },
    SLOW_MS,
  );

  it(
    'answer everything that is measured',
    async () => {
      const { server, folder } = await served();
      for (const { path } of [...listingsIn(folder), ...smallCallsIn(folder)]) {
        const question = { url: server.url, token: server.token, pid: server.pid, path };
        const { milliseconds } = await load(question, { connections: 2, milliseconds: 0 });
        expect(milliseconds, path).toHaveLength(2);
      }
      const unknown = { url: server.url, token: server.token, pid: server.pid, path: '/api2/nothing/' };
      await expect(load(unknown, { connections: 1, milliseconds: 0 })).rejects.toThrow(
        '/api2/nothing/ was not answered',
      );
    },
    SLOW_MS,
  );

  it('are measured by the value that a share of all is not above', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2);
    expect(quantile([1, 2, 3, 4], 0.99)).toBe(4);
  });
});
