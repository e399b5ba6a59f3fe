import { expect, it } from 'vitest';
import { createApi } from '../../../../src-renderer/api/api.ts';
import type { RequestOptions } from '../../../../src-renderer/api/http-client.ts';
import { MeasuredFolders } from '../../../../src-renderer/features/files/measured-folders.ts';
import type { EntryJson } from '../../../../src-shared/contents-api.ts';
import { answering } from '../../fake-http.ts';

const PLACE = { libraryId: 'lib', path: '/a', commitId: null };

function entry(name: string, id = '1'): EntryJson {
  const facts = { size: 0, mtime: 1, modifier: '', modifier_name: '', executable: false };
  return { kind: name.includes('.') ? 'file' : 'dir', name, id: id.repeat(40), ...facts };
}

function measuring() {
  const asked: string[][] = [];
  const http = answering({
    'POST libraries/lib/items/measure/': ({ body }: RequestOptions) => {
      const { names } = body as { names: string[] };
      asked.push(names);
      const who = { modifier: 'bert@example.com', modifier_name: 'Bert' };
      return { items: names.map((name) => ({ name, is_dir: true, files: 7, bytes: 70, ...who })) };
    },
  });
  return { measured: new MeasuredFolders(createApi(http), PLACE), asked };
}

it('folders in view are asked about once, until they are others', async () => {
  const { measured, asked } = measuring();
  measured.need([entry('docs'), entry('a.txt')]);
  await expect.poll(() => measured.of(entry('docs'))?.files).toBe(7);
  expect(measured.of(entry('a.txt'))).toBeUndefined();
  measured.need([entry('docs')]);
  measured.need([entry('docs', '2'), entry('new')]);
  await expect.poll(() => measured.of(entry('new'))?.bytes).toBe(70);
  expect(asked).toEqual([['docs'], ['docs', 'new']]);
});

it('what has gone by while the service was counting is not asked about', async () => {
  const { measured, asked } = measuring();
  measured.need([entry('a')]);
  measured.need([entry('b')]);
  measured.need([entry('c')]);
  await expect.poll(() => measured.of(entry('c'))?.files).toBe(7);
  expect(asked).toEqual([['a'], ['c']]);
});

it('what could not be counted stays unknown, and is asked about when it is in view again', async () => {
  let isBusy = true;
  const http = answering({
    'POST libraries/lib/items/measure/': () => {
      if (isBusy) throw new Error('busy');
      const who = { modifier: '', modifier_name: '' };
      return { items: [{ name: 'a', is_dir: true, files: 1, bytes: 2, ...who }] };
    },
  });
  const measured = new MeasuredFolders(createApi(http), PLACE);
  measured.need([entry('a')]);
  await expect.poll(() => http.calls).toHaveLength(1);
  await expect.poll(() => measured.of(entry('a'))).toBeUndefined();
  isBusy = false;
  measured.need([entry('a')]);
  await expect.poll(() => measured.of(entry('a'))?.bytes).toBe(2);
});
