import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import EmptyLibrary from '../../../../src-renderer/features/libraries/EmptyLibrary.svelte';
import { linkedFolder, localLibrary } from '../../builders.ts';

describe('an empty library', () => {
  it('offers to link a folder to whoever may', async () => {
    const onlink = vi.fn();
    const screen = await render(EmptyLibrary, { library: localLibrary({}), onlink });
    await screen.getByRole('button', { name: 'Link a folder' }).click();
    expect(onlink).toHaveBeenCalledOnce();
  });

  it('offers no folder to others, and says who links them', async () => {
    const screen = await render(EmptyLibrary, { library: localLibrary({ commit_count: 1 }), onlink: null });
    await expect
      .element(
        screen.getByText(
          'Drop files here, or connect a sync client. Only an administrator can link folders of the server.',
        ),
      )
      .toBeVisible();
    expect(screen.getByRole('button').elements()).toEqual([]);
  });

  it('invites nobody to drop files into what is locked', async () => {
    const screen = await render(EmptyLibrary, { library: localLibrary({}), onlink: null, isLocked: true });
    await expect
      .element(screen.getByText(/^Unlock the library to drop files here, or connect a sync client\./))
      .toBeVisible();
  });

  it('says that its files go from the folder once all were deleted, and where they are', async () => {
    const progress = {
      phase: 'write',
      ...{ files_done: 0, files_total: 0, bytes_done: 0, bytes_total: 0, current: '' },
    } as const;
    const folder = linkedFolder({ state: 'syncing', progress });
    const library = localLibrary({ file_count: 0, folder });
    const screen = await render(EmptyLibrary, { library, onlink: null });
    await expect.element(screen.getByText('Removing files from the folder')).toBeVisible();
    await screen.rerender({ library: { ...library, folder: linkedFolder({}) } });
    await expect.element(screen.getByText('This library is empty')).toBeVisible();
    await expect.element(screen.getByText(/Deleted items stay in its trash and its history/)).toBeVisible();
    await screen.rerender({
      library: { ...library, commit_count: 1, folder: linkedFolder({ state: 'scanning' }) },
    });
    await expect.element(screen.getByText('The first files are on their way')).toBeVisible();
  });
});
