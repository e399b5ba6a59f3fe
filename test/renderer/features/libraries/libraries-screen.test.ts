import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import base from '../../../../src-renderer/ui/base.css?raw';
import type { LocalLibraryJson } from '../../../../src-shared/libraries-api.ts';
import { linkedFolder, localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import LibrariesFixture from './LibrariesFixture.svelte';

/** Looks as it does on the page, where the classes that all components share are. */
function dress(): void {
  const sheet = Object.assign(document.createElement('style'), { textContent: base });
  document.head.append(sheet);
  onTestFinished(() => sheet.remove());
}

async function show(libraries: readonly LocalLibraryJson[], onaddfolder: (() => void) | null) {
  const http = answering({ 'GET libraries/': { libraries } });
  return render(LibrariesFixture, { http, onaddfolder });
}

const rename = page.getByRole('menuitem', { name: /^Rename/ });
const documents = page.getByRole('row', { name: /Documents/ });

const WAYS_INTO_MENU = {
  'with its button': async () => {
    await page.getByRole('button', { name: 'Actions for Documents' }).click();
    await rename.click();
  },
  'with the right mouse button': async () => {
    await documents.click({ button: 'right' });
    await rename.click();
  },
  'with the keyboard alone': async () => {
    await expect.element(documents).toHaveFocus();
    // What the menu key makes of itself, which browsers under a test do not.
    documents.element().dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await expect.element(page.getByRole('menu')).toHaveFocus();
    await userEvent.keyboard('re');
    await expect.element(rename).toHaveFocus();
    await userEvent.keyboard('{Enter}');
  },
};

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

  it('shows and sorts by what histories take, as far as that was measured', async () => {
    await page.viewport(1200, 700);
    const measured = (name: string, bytes: number) =>
      localLibrary({ ...{ id: name, name }, beyond_current: { bytes, measured_at: 1_700_000_000 } });
    const screen = await show(
      [measured('Art', 2_000), localLibrary({ name: 'Mail' }), measured('Work', 3_000_000)],
      null,
    );
    const names = () =>
      screen
        .getByRole('row')
        .elements()
        .slice(1)
        .map((row) => row.textContent.trim());
    await expect.element(screen.getByText('not measured yet')).toBeVisible();
    await expect.element(screen.getByTitle(/measured Nov 14, 2023/).first()).toHaveTextContent('2 kB');
    await expect.element(screen.getByText('as of Nov 14, 2023').first()).toBeVisible();
    await screen.getByRole('button', { name: 'History size' }).click();
    await expect
      .poll(() => names().map((text) => text.slice(-1_000).match(/Art|Mail|Work/)?.[0]))
      .toEqual(['Work', 'Art', 'Mail']);
  });

  it('offers no folder to others, and says who links them where there is no library', async () => {
    const full = await show([localLibrary({ name: 'Tax records' })], null);
    await expect.element(full.getByText('Tax records')).toBeVisible();
    expect(full.getByRole('button', { name: 'Add folder' }).elements()).toEqual([]);
    await full.unmount();

    const empty = await show([], null);
    await expect.element(empty.getByRole('heading', { name: 'No library yet' })).toBeVisible();
    await expect
      .element(empty.getByText(/Only an administrator can link folders of the server\.$/))
      .toBeVisible();
    expect(empty.getByRole('button', { name: 'Add folder' }).elements()).toEqual([]);
  });

  it('shows a name beside the state of its lock in one line, however little room there is', async () => {
    const secret = localLibrary({
      ...{ name: 'Secret', encrypted: true, lock: 'open' },
      open_until: Date.now() / 1000 + 3_500,
    });
    const screen = await show([secret], null);
    dress();
    screen.container.style.width = '15rem';
    const row = screen.getByRole('row', { name: /Secret/ });
    await expect.element(row).toBeVisible();
    const name = row.element().querySelector('a');
    if (!name) throw new Error('The row has no link.');
    expect(name.getBoundingClientRect().width).toBeGreaterThan(40);
    expect(name.scrollHeight).toBeLessThan(30);
  });

  it('leaves what stands below a name readable while the name is changed', async () => {
    const screen = await show([localLibrary({ description: 'Papers of the house' })], null);
    dress();
    await expect.element(documents).toHaveFocus();
    await userEvent.keyboard('{F2}');
    const field = screen.getByRole('textbox', { name: 'Name of the library' }).element();
    const { outlineOffset, outlineWidth } = getComputedStyle(field);
    const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    const below = screen.getByText('Papers of the house').element().getBoundingClientRect();
    expect(below.top - field.getBoundingClientRect().bottom - ring).toBeGreaterThanOrEqual(-1);
  });

  for (const [way, open] of Object.entries(WAYS_INTO_MENU)) {
    it(`renames a library by its menu ${way}`, async () => {
      const library = localLibrary({});
      const renamed = { ...library, name: 'Papers' };
      const http = answering({
        'GET libraries/': { libraries: [library] },
        [`PATCH libraries/${library.id}/`]: renamed,
      });
      const screen = await render(LibrariesFixture, { http, onaddfolder: null });
      await open();
      const field = screen.getByRole('textbox', { name: 'Name of the library' });
      await expect.element(field).toHaveFocus();
      await userEvent.keyboard('Papers{Enter}');
      await expect.element(screen.getByRole('row', { name: /Papers/ })).toHaveFocus();
      expect(http.calls.at(-1)).toEqual({
        call: `PATCH libraries/${library.id}/`,
        body: { name: 'Papers' },
      });
    });
  }

  it('gives the focus back to the row whose menu is closed without a choice', async () => {
    const screen = await show([localLibrary({})], null);
    await screen.getByRole('button', { name: 'Actions for Documents' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('row', { name: /Documents/ })).toHaveFocus();
  });

  it('deletes a library only after saying what it holds and what is no longer saved', async () => {
    const library = localLibrary({ folder: linkedFolder({}), file_count: 403, keep_days: 30 });
    const back = { ...library, keep_days: -1 };
    const found = { libraries: [library] };
    const http = answering({
      'GET libraries/': () => found,
      [`DELETE libraries/${library.id}/`]: () => {
        found.libraries = [back];
        return { success: true };
      },
      [`POST deleted-libraries/${library.id}/restore/`]: { success: true },
      [`GET libraries/${library.id}/shares/`]: {
        ...{ shares: [{ kind: 'user', id: 'anna@example.com', name: 'Anna', permission: 'r' }], total: 1 },
        cursor: null,
      },
      [`PATCH libraries/${library.id}/`]: library,
    });
    const screen = await render(LibrariesFixture, { http, onaddfolder: null });
    await expect.element(documents).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    const sheet = screen.getByRole('dialog', { name: 'Delete the library “Documents”?' });
    await expect.element(sheet.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expect
      .element(sheet.getByText(/^Changes in \/home\/ada\/Documents will no longer be saved\./))
      .toBeVisible();
    await expect.element(sheet.getByText(/^403.files · 151.MB, and their history\.$/)).toBeVisible();
    await expect
      .element(sheet.getByText('Until you restore it, one person or group cannot reach it: Anna.'))
      .toBeVisible();
    expect(http.calls.map(({ call }) => call.split(' ')[0])).toEqual(['GET', 'GET']);
    await sheet.getByRole('button', { name: 'Delete library' }).click();
    await expect
      .element(screen.getByText(/Until you restore it, these people and groups cannot reach it: Anna\.$/))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => http.calls.at(-1))
      .toEqual({ call: `PATCH libraries/${library.id}/`, body: { keep_days: 30 } });
  });

  it('keeps a refused name in its field, and says there why', async () => {
    const library = localLibrary({});
    const refused = new ApiError('name-invalid', 'no', { reason: 'dot', value: '..' });
    const http = answering({
      'GET libraries/': { libraries: [library, localLibrary({ id: 'b', name: 'Papers' })] },
      [`PATCH libraries/${library.id}/`]: refused,
    });
    const screen = await render(LibrariesFixture, { http, onaddfolder: null });
    await expect.element(documents).toHaveFocus();
    await userEvent.keyboard('{F2}..{Enter}');
    const field = screen.getByRole('textbox', { name: 'Name of the library' });
    await expect.element(field).toHaveValue('..');
    await expect.element(field).toHaveAccessibleDescription(/stand for folders on every computer/);
    await field.fill('papers');
    await expect.element(field).toHaveAccessibleDescription(/^Another library is already called “papers”/);
    await field.fill(' ');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAccessibleDescription(/^Type a name/);
    await userEvent.keyboard('{Escape}');
    await expect.element(documents).toHaveFocus();
  });
});
