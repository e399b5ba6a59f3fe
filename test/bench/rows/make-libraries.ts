import { setTimeout as delay } from 'node:timers/promises';
import type { SearchPageJson } from '../../../src-shared/search-api.ts';
import { ServeProcess } from '../../support/serve-process.ts';

/** How many libraries there are, and how many files one folder of the first of them holds. */
export interface LibrarySizes {
  readonly libraries: number;
  readonly entries: number;
}

/** The folder of the first library that holds many files. */
export const WIDE_FOLDER = '/Photos';

const FILES_A_REQUEST = 100;

/**
 * A data folder with libraries as the server makes them, all of it in the search index.
 *
 * @param dataDir does not exist yet
 * @returns ids of the libraries; the first has the wide folder
 */
export async function makeLibraries(dataDir: string, sizes: LibrarySizes): Promise<string[]> {
  const server = await ServeProcess.start(dataDir);
  try {
    const ids: string[] = [];
    for (let at = 0; at < sizes.libraries; at += 1) {
      const { id } = await server.call<{ id: string }>('POST', 'libraries/', { name: `Library ${at}` });
      ids.push(id);
    }
    await fillWideFolder(server, ids[0] ?? '', sizes.entries);
    await untilIndexed(server);
    return ids;
  } finally {
    await server.stop();
  }
}

async function fillWideFolder(server: ServeProcess, library: string, count: number): Promise<void> {
  await server.call('POST', `libraries/${library}/items/new-folder/`, { path: WIDE_FOLDER });
  const headers = { Authorization: `Token ${server.token}` };
  const asked = `/api2/repos/${library}/upload-link/?p=${WIDE_FOLDER}`;
  const link = (await (await fetch(new URL(asked, server.url), { headers })).json()) as string;
  for (let from = 0; from < count; from += FILES_A_REQUEST) {
    const body = new FormData();
    for (let at = from; at < Math.min(count, from + FILES_A_REQUEST); at += 1)
      body.append('file', new Blob([`picture ${at}`]), `picture ${String(at).padStart(6, '0')}.bin`);
    body.append('parent_dir', WIDE_FOLDER);
    const answer = await fetch(`${link}?ret-json=1`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`not uploaded: ${answer.status} ${await answer.text()}`);
  }
}

/** What the index has not seen would be indexed while something is measured. */
async function untilIndexed(server: ServeProcess): Promise<void> {
  for (;;) {
    const { results, indexing } = await server.call<SearchPageJson>('GET', 'search/?q=picture&in=names');
    if (indexing.files_done >= indexing.files && indexing.texts_waiting === 0 && results.length > 0) return;
    await delay(100);
  }
}
