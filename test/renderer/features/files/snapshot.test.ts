import { expect, it, vi } from 'vitest';
import { createApi } from '../../../../src-renderer/api/api.ts';
import type { RequestOptions } from '../../../../src-renderer/api/http-client.ts';
import { Snapshot } from '../../../../src-renderer/features/files/snapshot.svelte.ts';
import { answering } from '../../fake-http.ts';

const IDS = ['c1', 'c2', 'c3', 'c4'];

/** A library of four snapshots. */
function snapshots() {
  const asked: unknown[] = [];
  const http = answering({
    'GET libraries/lib/moments/': ({ query }: RequestOptions) => {
      asked.push(query?.['commit']);
      const at = IDS.indexOf(String(query?.['commit']));
      return {
        commit: { id: IDS[at] },
        older_commit_id: IDS[at - 1] ?? null,
        newer_commit_id: IDS[at + 1] ?? null,
      };
    },
  });
  const shown: string[] = [];
  const show = (commit: string) => void shown.push(commit);
  return { snapshot: new Snapshot({ api: createApi(http), libraryId: 'lib', show }), shown, asked };
}

it('takes every step that is asked for, also those before the first is answered', async () => {
  const { snapshot, shown } = snapshots();
  await snapshot.load('c4');
  for (const towards of ['older', 'older', 'older', 'older', 'newer'] as const) snapshot.step(towards);
  await vi.waitFor(() => expect(shown).toEqual(['c3', 'c2', 'c1', 'c2']));
});

it('shows nothing of the moment before while another one is looked up, and steps from the new one', async () => {
  const { snapshot, shown } = snapshots();
  await snapshot.load('c2');
  const loading = snapshot.load('c4');
  expect(snapshot.found).toBeNull();
  snapshot.step('older');
  await loading;
  await vi.waitFor(() => expect(shown).toEqual(['c3']));
});

it('is asked for once while folders of it are gone through', async () => {
  const { snapshot, asked } = snapshots();
  const loading = snapshot.load('c2');
  await snapshot.load('c2');
  await loading;
  await snapshot.load('c2');
  expect(asked).toEqual(['c2']);
});
