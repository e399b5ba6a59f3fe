import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import EmptyLibrary from '../../../../src-renderer/features/libraries/EmptyLibrary.svelte';
import { localLibrary } from '../../builders.ts';

describe('an empty library', () => {
  it('offers to link a folder to whoever may', async () => {
    const onlink = vi.fn();
    const screen = await render(EmptyLibrary, { library: localLibrary({}), onlink });
    await screen.getByRole('button', { name: 'Link a folder' }).click();
    expect(onlink).toHaveBeenCalledOnce();
  });

  it('offers no folder to others, and says who links them', async () => {
    const screen = await render(EmptyLibrary, { library: localLibrary({}), onlink: null });
    await expect
      .element(
        screen.getByText(
          'Drop files here, or connect a sync client. Folders of the server are linked by its administrator.',
        ),
      )
      .toBeVisible();
    expect(screen.getByRole('button').elements()).toEqual([]);
  });
});
