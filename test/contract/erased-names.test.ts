import { expect, it } from 'vitest';
import type { ErasurePlanJson, ErasuresJson } from '../../src-shared/erasures-api.ts';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { addressOf, sampleParameters, watchKnownRoutes } from '../support/known-routes.ts';
import { useApp } from '../support/running-app.ts';
import { uploadCalls } from '../support/uploads.ts';

const FIRST = '/hidden-one.txt';
const SECOND = '/hidden-two.txt';
const COPY = '/hidden-two (SFConflict bert@example.com 2026-11-20-10-11-12).txt';

/** What calls are asked: where they list from, what they are about, and by which old commit. */
const QUERIES = ['path=/', 'p=/&recursive=1', `p=${SECOND}`, `path=${FIRST}`, 'q=hidden', 'q=needle'];

const known = watchKnownRoutes();
const app = useApp();
const { upload, updateLink, send } = uploadCalls(app);

const local = async <T>(method: string, path: string, json?: object): Promise<T> => {
  const options = { token: app().adminToken, ...(json === undefined ? {} : { json }) };
  return (await app().call(method, `/api/local/v1/${path}`, options)).json as T;
};

/** A library that held a file under two names, with a conflict copy of it, until all of that was erased. */
async function erasedLibrary(): Promise<{ id: string; oldHead: string }> {
  const token = app().adminToken;
  const { id } = await local<LocalLibraryJson>('POST', 'libraries/', { name: 'Papers' });
  const own = `libraries/${id}`;
  await upload(token, id, {
    files: [
      [FIRST.slice(1), 'needle one'],
      ['plain.txt', 'plain'],
    ],
  });
  await send(await updateLink(token, id), { target_file: FIRST }, [['blob', 'needle two']]);
  await local('POST', `${own}/items/rename/`, { path: FIRST, name: SECOND.slice(1) });
  await upload(token, id, { files: [[COPY.slice(1), 'needle three']] });
  await local('POST', `${own}/items/delete/`, { folder: '/', names: [SECOND.slice(1)] });
  const item = { path: SECOND, also: [FIRST, COPY] };
  const { head } = await local<ErasurePlanJson>('POST', `${own}/erasures/plan/`, item);
  await local('POST', `${own}/erasures/`, { ...item, head, library_name: 'Papers' });
  const state = async () => (await local<ErasuresJson>('GET', `${own}/erasures/`)).erasures[0]?.state;
  await expect.poll(state, { timeout: 30_000 }).toBe('done');
  return { id, oldHead: head };
}

/** Without the words of changes, which stay as they were. */
function told(text: string): string {
  return text.replace(/"(description|desc)":"(\\.|[^"\\])*"/g, '');
}

it('what was erased is in no answer of any call that reads, also by ids from before', {
  timeout: 120_000,
}, async () => {
  const { id, oldHead } = await erasedLibrary();
  const parameters = { ...sampleParameters(id), commit_id: oldHead, object_id: oldHead };
  const reads = known.filter(
    ({ method, pattern }) => method === 'GET' && !/\/(events|notification|preflight)/.test(pattern),
  );
  expect(reads.length).toBeGreaterThan(100);
  const leaks: string[] = [];
  for (const { pattern } of reads) {
    for (const query of QUERIES) {
      const about = `${query}&repo_id=${id}&commit_id=${oldHead}&commit=${oldHead}`;
      const address = `${addressOf(pattern, parameters)}?${about}`;
      const { status, text } = await app().call('GET', address, { token: app().adminToken });
      if (status >= 500 || (status < 300 && /hidden-|needle/.test(told(text))))
        leaks.push(`${pattern}?${query} ${status} ${text}`);
    }
  }
  expect(leaks).toEqual([]);
});
