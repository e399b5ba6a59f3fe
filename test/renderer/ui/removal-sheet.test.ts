import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import RemovalSheet from '../../../src-renderer/ui/RemovalSheet.svelte';

it('says of one file that it goes from the folder too, and of several that they go', async () => {
  const removal = (files: number) => ({
    items: [{ path: '/a.txt', isFolder: false, files: 1, bytes: 3 }],
    ...{ itemCount: files, files, bytes: 3 },
  });
  const props = {
    ...{ title: 'Remove?', description: '', folderPath: '/home/ada/Papers', action: 'Remove' },
    ...{ onconfirm: () => undefined, onclose: () => undefined },
  };
  const sheet = await render(RemovalSheet, { ...props, removal: removal(1) });
  await expect
    .element(sheet.getByText('It goes from the library, and from /home/ada/Papers on this computer.'))
    .toBeVisible();
  await sheet.rerender({ removal: removal(2) });
  await expect
    .element(sheet.getByText('They go from the library, and from /home/ada/Papers on this computer.'))
    .toBeVisible();
});
