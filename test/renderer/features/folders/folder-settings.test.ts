import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import FolderSettings from '../../../../src-renderer/features/folders/FolderSettings.svelte';
import { localLibrary } from '../../builders.ts';

it('who may not link folders is not told that none is linked, but who links them', async () => {
  const screen = await render(FolderSettings, { library: localLibrary({}), onlink: null });
  await expect
    .element(screen.getByText('Only an administrator can link folders of the server.'))
    .toBeVisible();
  expect(screen.getByText('No folder is linked.').elements()).toEqual([]);
  expect(screen.getByRole('button').elements()).toEqual([]);
});
