import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import type { LocalLibraryJson } from '../../../../src-shared/local-api.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import LibrariesFixture from './LibrariesFixture.svelte';

async function show(libraries: readonly LocalLibraryJson[], onaddfolder: (() => void) | null) {
  const http = answering({ 'GET libraries/': { libraries } });
  return render(LibrariesFixture, { http, onaddfolder });
}

describe('the list of libraries', () => {
  it('offers to add a folder to whoever may link one', async () => {
    const onaddfolder = vi.fn();
    const screen = await show([localLibrary({})], onaddfolder);
    await screen.getByRole('button', { name: 'Add folder' }).click();
    expect(onaddfolder).toHaveBeenCalledOnce();
  });

  it('keeps a long date inside of its column', async () => {
    // A time of the next hours is told by its date and time of day, which is the longest there is.
    const mtime = Math.floor(Date.now() / 1000) + 5 * 3_600;
    const screen = await show([localLibrary({ mtime })], vi.fn());
    await expect.element(screen.getByRole('row', { name: /Documents/ })).toBeVisible();
    const time = screen.container.querySelector('[role="gridcell"] time');
    const cell = time?.closest('[role="gridcell"]');
    expect(time?.textContent).toMatch(/20\d\d.*:\d\d/);
    expect(time?.getBoundingClientRect().right).toBeLessThanOrEqual(cell?.getBoundingClientRect().right ?? 0);
  });

  it('offers no folder to others, and says who links them where there is no library', async () => {
    const full = await show([localLibrary({ name: 'Tax records' })], null);
    await expect.element(full.getByText('Tax records')).toBeVisible();
    expect(full.getByRole('button', { name: 'Add folder' }).elements()).toEqual([]);
    await full.unmount();

    const empty = await show([], null);
    await expect.element(empty.getByRole('heading', { name: 'No library yet' })).toBeVisible();
    await expect
      .element(empty.getByText(/Folders of the server are linked by its administrator\.$/))
      .toBeVisible();
    expect(empty.getByRole('button', { name: 'Add folder' }).elements()).toEqual([]);
  });
});
