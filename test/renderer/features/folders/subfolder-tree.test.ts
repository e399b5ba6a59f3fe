import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../src-renderer/api/api.ts';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { RequestOptions } from '../../../../src-renderer/api/http-client.ts';
import { SubfolderTree } from '../../../../src-renderer/features/folders/subfolder-tree.svelte.ts';
import { answering } from '../../fake-http.ts';
import { subfolders } from './subfolders.ts';

async function tree(excluded: readonly string[] = []) {
  const http = answering({
    'GET folders/folder-1/subfolders/': ({ query }: RequestOptions) => subfolders(String(query?.['path'])),
  });
  const made = new SubfolderTree(createApi(http), { id: 'folder-1', excluded });
  await made.load('');
  await made.load('Work');
  made.open('Work');
  return made;
}

const shown = (made: SubfolderTree) =>
  made.rows.map((row) => (row.kind === 'folder' ? row.folder.path : row.kind));

describe('the choice of subfolders', () => {
  it('lists the opened folders in order', async () => {
    const made = await tree();
    expect(shown(made)).toEqual(['Letters', 'Work', 'Work/Clients', 'Work/Old']);
    made.close('Work');
    expect(shown(made)).toEqual(['Letters', 'Work']);
  });

  it('leaves a folder out with all that is in it', async () => {
    const made = await tree(['Work/Old']);
    expect([made.choiceOf('Work'), made.choiceOf('Work/Old')]).toEqual(['partly', 'left-out']);
    made.toggle('Letters');
    expect(made.leftOut).toEqual(['Letters', 'Work/Old']);
    expect(made.goes).toEqual({ folders: 1, files: 3, bytes: 300 });
    expect(made.isChanged).toBe(true);
  });

  it('takes all of a folder that is left out in part', async () => {
    const made = await tree(['Work/Old']);
    made.toggle('Work');
    expect(made.leftOut).toEqual([]);
    expect(made.comes).toEqual({ folders: 1, files: 5, bytes: 500 });
  });

  it('takes one folder out of one that is left out, and leaves its neighbours', async () => {
    const made = await tree(['Work']);
    made.toggle('Work/Clients');
    expect(made.leftOut).toEqual(['Work/Old']);
    expect([made.choiceOf('Work'), made.choiceOf('Work/Clients')]).toEqual(['partly', 'kept']);
    expect(made.goes.folders).toBe(0);
  });

  it('is unchanged when everything is as it was', async () => {
    const made = await tree(['Work/Old']);
    made.toggle('Letters');
    made.toggle('Letters');
    expect(made.isChanged).toBe(false);
  });

  it('says which folder could not be read, and of which nothing is inside', async () => {
    const answers = {
      'GET folders/folder-1/subfolders/': ({ query }: RequestOptions) =>
        query?.['path'] === '' ? subfolders('') : new ApiError('busy', 'no'),
    };
    const made = new SubfolderTree(createApi(answering(answers)), { id: 'folder-1', excluded: [] });
    await made.load('');
    made.open('Letters');
    await made.load('Letters');
    expect(shown(made)).toEqual(['Letters', 'failed', 'Work']);
  });
});
