import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { answering } from '../../fake-http.ts';
import EmptyingFixture from './EmptyingFixture.svelte';

describe('what is removed for good', () => {
  it('is counted before a trash is emptied', async () => {
    const holding = (amount: object) =>
      answering({
        'GET libraries/lib/trash/amount/': { items: 0, folders: 0, bytes: 0, is_all: true, ...amount },
      });
    const shown = async (amount: object) => render(EmptyingFixture, { http: holding(amount), what: 'trash' });
    const few = await shown({ items: 19, bytes: 19_000_000 });
    await expect.element(few.getByText(/^19.deleted items · 19.MB$/)).toBeVisible();
    await expect.element(few.getByText(/frees no space by itself/)).toBeVisible();
    await few.unmount();
    const mixed = await shown({ items: 2, folders: 1, bytes: 32 });
    await expect.element(mixed.getByText(/^2.deleted items · 32.B, and what is in 1.folder$/)).toBeVisible();
    await mixed.unmount();
    const many = await shown({ items: 100_000, is_all: false });
    await expect.element(many.getByText('More than 100,000 deleted items')).toBeVisible();
  });

  it('takes the offer to undo its deletion along when it is restored from the list', async () => {
    const row = { id: 'lib', name: 'Twenty', owner: 'me', owner_name: 'Me', encrypted: false, deleted_at: 1 };
    const http = answering({
      'GET deleted-libraries/': { libraries: [{ ...row, size: 151, file_count: 20 }], cursor: null },
      'POST deleted-libraries/lib/restore/': {},
      'GET libraries/lib/shares/': { shares: [], total: 0, cursor: null },
    });
    const deletion = {
      ...{ title: '“Twenty” was deleted', action: 'deleting', libraryId: null, deletedLibraryId: 'lib' },
      back: async () => null,
    };
    const screen = await render(EmptyingFixture, { http, what: 'libraries', offered: [deletion] });
    await expect.element(screen.getByText('“Twenty” was deleted')).toBeVisible();
    await screen.getByRole('button', { name: 'Restore' }).click();
    await expect.element(screen.getByText('“Twenty” is back')).toBeVisible();
    expect(screen.getByText('“Twenty” was deleted').elements()).toEqual([]);
  });

  it('is counted before a library is removed', async () => {
    const library = {
      ...{ id: 'lib', name: 'Twenty', owner: 'me', owner_name: 'Me', encrypted: false, deleted_at: 1 },
      ...{ size: 151, file_count: 20 },
    };
    const http = answering({ 'GET deleted-libraries/': { libraries: [library], cursor: null } });
    const screen = await render(EmptyingFixture, { http, what: 'libraries' });
    await screen.getByRole('button', { name: 'Remove…' }).click();
    await expect
      .element(
        screen.getByText(/^20.files \(151.B\) and the whole history are removed\. This cannot be undone\.$/),
      )
      .toBeVisible();
  });
});
