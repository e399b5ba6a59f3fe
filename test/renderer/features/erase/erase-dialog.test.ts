import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { ErasureJson, ErasurePlanJson, ErasuresJson } from '../../../../src-shared/erasures-api.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import EraseFixture from './EraseFixture.svelte';

const LIBRARY = localLibrary({});
const PLAN_CALL = `POST libraries/${LIBRARY.id}/erasures/plan/`;
const START_CALL = `POST libraries/${LIBRARY.id}/erasures/`;
const LIST_CALL = `GET libraries/${LIBRARY.id}/erasures/`;
const FILE = 'f'.repeat(40);
const PLAN: ErasurePlanJson = {
  former_names: [],
  has_more_names: false,
  ...{ library_name: 'Papers', head: 'a'.repeat(40), commits: 5, holding: 3, commit_ids: [] },
  ...{ first_held_at: 1_700_000_000, last_held_at: 1_700_086_400, version_count: 2, bytes: 18 },
  versions: [
    { path: '/keys/secret.txt', object_id: FILE, size: 8 },
    { path: '/keys/secret.txt', object_id: 'e'.repeat(40), size: 10 },
  ],
  ...{ is_current: true, pins: ['Before the audit'], trash_items: 1, elsewhere: ['/copy.txt'] },
  ...{ folder_libraries: [{ name: 'keys', ends: false }], is_encrypted: false },
  ...{ linked_folders: ['/home/me/papers'], links: 2, devices: 1, has_backup: true },
};
const DONE: ErasureJson = {
  ...{
    commit_id: 'b'.repeat(40),
    erased_by: 'me@example.com',
    erased_by_name: 'me',
    erased_at: 1_700_100_000,
  },
  ...{ commits: 5, state: 'done' },
  proof: {
    ...{ commits_read: 12, holding: 0, removed_objects: 9, removed_bytes: 2_000, disk_bytes: 4_000 },
    ended_at: 1_700_100_001,
  },
};
const list = (erasure: Partial<ErasureJson>, rest: Partial<ErasuresJson> = {}): ErasuresJson => ({
  ...{ is_rewriting: false, failure: '', erasures: [{ ...DONE, ...erasure }] },
  ...rest,
});

async function open(answers: Readonly<Record<string, unknown>>) {
  const http = answering({ [PLAN_CALL]: PLAN, ...answers });
  const item = { library: LIBRARY, path: '/keys/secret.txt', objectId: FILE };
  const screen = await render(EraseFixture, { http, item });
  return { dialog: screen.getByRole('dialog', { name: /^Erase “secret.txt”/ }), http };
}

const erase = { name: /^Erase from 3.moments$/ };

describe('erasing a file from all of the history', () => {
  it('says what goes, from where, and what stays', async () => {
    const { dialog } = await open({});
    await expect.element(dialog.getByText(/^2.versions in 3.moments, up to 18/)).toBeVisible();
    await expect
      .element(dialog.getByText(/Versions under other names or in other folders stay\.$/))
      .toBeVisible();
    for (const words of [
      /^5.changes get new IDs\. Time and author stay; descriptions lose the names of what goes\.$/,
      'It is there today, and goes from there too.',
      /^It goes from 1.linked folder of this computer: \/home\/me\/papers$/,
      'The same content stays at: /copy.txt',
      'Pinned moments stay, without it: Before the audit',
      /^1.deletion can no longer be taken back from the trash\.$/,
      /^2.links stop working\.$/,
      'The shared folder “keys” loses it as well.',
      /^1.device follows without downloading anything again\.$/,
      /^The backup holds it until the next one is made\./,
    ])
      await expect.element(dialog.getByText(words)).toBeVisible();
  });

  it('tells a single moment once', async () => {
    const { dialog } = await open({ [PLAN_CALL]: { ...PLAN, last_held_at: PLAN.first_held_at } });
    await expect.element(dialog.getByText(/2023/)).toBeVisible();
    expect(dialog.getByText(/^From /).elements()).toHaveLength(0);
  });

  it('needs the name of the library, and nothing is sent without it', async () => {
    const { dialog, http } = await open({ [START_CALL]: list({}) });
    await expect.element(dialog.getByRole('button', erase)).toBeDisabled();
    await dialog.getByRole('textbox').fill('papers');
    await expect.element(dialog.getByRole('button', erase)).toBeDisabled();
    await dialog.getByRole('textbox').fill('Papers');
    await dialog.getByRole('button', erase).click();
    await expect.element(dialog.getByText(/^Erased\. 5.changes have new IDs\.$/)).toBeVisible();
    expect(http.calls.filter(({ call }) => call === START_CALL)).toEqual([
      { call: START_CALL, body: { path: '/keys/secret.txt', head: PLAN.head, library_name: 'Papers' } },
    ]);
  });

  it('shows how far it is, and then what was found', async () => {
    let looks = 0;
    const { dialog } = await open({
      [START_CALL]: list({}, { is_rewriting: true, erasures: [] }),
      [LIST_CALL]: () => {
        looks += 1;
        return looks === 1 ? list({ state: 'removing', proof: null }) : list({});
      },
    });
    await dialog.getByRole('textbox').fill('Papers');
    await dialog.getByRole('button', erase).click();
    await expect.element(dialog.getByText('Rewriting the history…')).toBeVisible();
    await expect.element(dialog.getByText('Removing the content from the disk…')).toBeVisible();
    await expect
      .element(dialog.getByText(/^12.moments of the history were read again: it is in none of them\.$/))
      .toBeVisible();
    await expect.element(dialog.getByText(/^9.pieces were removed from the disk, 2.kB/)).toBeVisible();
    await expect
      .element(dialog.getByRole('heading', { name: 'Erase “secret.txt” from the history', exact: true }))
      .toBeVisible();
    expect(dialog.getByText(/goes for good/).elements()).toHaveLength(0);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('shows the numbers again when the library has changed meanwhile', async () => {
    const { dialog, http } = await open({ [START_CALL]: new ApiError('head-moved', 'The head has moved.') });
    await dialog.getByRole('textbox').fill('Papers');
    await dialog.getByRole('button', erase).click();
    await expect.element(dialog.getByText(/^The library has changed meanwhile/)).toBeVisible();
    expect(http.calls.filter(({ call }) => call === PLAN_CALL)).toHaveLength(2);
  });

  it('can mean the content under every name', async () => {
    const { dialog, http } = await open({});
    await dialog.getByText('This content, under every name').click();
    await expect.element(dialog.getByText(/^2.versions in 3.moments/)).toBeVisible();
    await expect.element(dialog.getByText(/^This content goes for good, under every name\./)).toBeVisible();
    expect(http.calls.at(-1)).toEqual({ call: PLAN_CALL, body: { object_id: FILE } });
  });

  const NAMES = [
    { path: '/keys/draft.txt', until: 1_700_000_000, is_taken: false },
    { path: '/notes.txt', until: 1_690_000_000, is_taken: true },
  ];

  it('can mean all names that the file had, which are listed with when and what is there today', async () => {
    const { dialog, http } = await open({
      [PLAN_CALL]: { ...PLAN, former_names: NAMES },
      [START_CALL]: list({}),
    });
    await expect.element(dialog.getByText(/^The file had 2.other names before\./)).toBeVisible();
    await dialog.getByText('Under all its names', { exact: true }).click();
    const names = dialog.getByRole('list', { name: 'Names that the file had before' });
    await expect.element(names.getByText('/keys/draft.txt')).toBeVisible();
    await expect.element(names.getByText(/^until .*2023/).first()).toBeVisible();
    await expect.element(names.getByText('Something else is there today, and goes as well.')).toBeVisible();
    await dialog.getByRole('textbox').fill('Papers');
    await dialog.getByRole('button', erase).click();
    await expect.element(dialog.getByText(/^Erased\./)).toBeVisible();
    const item = { path: '/keys/secret.txt', also: ['/keys/draft.txt', '/notes.txt'] };
    expect(http.calls.filter(({ body }) => body !== undefined).slice(1)).toEqual([
      { call: PLAN_CALL, body: item },
      { call: START_CALL, body: { ...item, head: PLAN.head, library_name: 'Papers' } },
    ]);
  });

  it('says before anything goes that the file had more names than are listed', async () => {
    const { dialog } = await open({ [PLAN_CALL]: { ...PLAN, former_names: NAMES, has_more_names: true } });
    await expect.element(dialog.getByText(/^The file had more than 2.other names before\./)).toBeVisible();
    await dialog.getByText('Under all its names', { exact: true }).click();
    await expect.element(dialog.getByText(/^The file had more than these 2.names\.$/)).toBeVisible();
    await expect.element(dialog.getByText(/^Anything under older names stays\./)).toBeVisible();
  });

  it('plans anew when the file got another name meanwhile, so that all that is listed is counted', async () => {
    const { dialog, http } = await open({
      [PLAN_CALL]: ({ body }: { body?: { also?: string[] } }) => ({
        ...PLAN,
        former_names: body?.also === undefined ? NAMES.slice(0, 1) : NAMES,
      }),
    });
    await dialog.getByText('Under all its names', { exact: true }).click();
    await expect.element(dialog.getByText('/notes.txt')).toBeVisible();
    await expect.element(dialog.getByText(/^2.versions in 3.moments/)).toBeVisible();
    expect(http.calls.at(-1)?.body).toEqual({
      path: '/keys/secret.txt',
      also: ['/keys/draft.txt', '/notes.txt'],
    });
  });

  it('takes nothing that was erased before for what it asked for', async () => {
    const { dialog } = await open({
      [START_CALL]: list({}, { is_rewriting: true }),
      // As after the service ended meanwhile.
      [LIST_CALL]: list({}),
    });
    await dialog.getByRole('textbox').fill('Papers');
    await dialog.getByRole('button', erase).click();
    await expect.element(dialog.getByText('It was not erased.')).toBeVisible();
  });

  it('says why it was not done', async () => {
    const { dialog } = await open({ [START_CALL]: list({}, { failure: 'disk-full', erasures: [] }) });
    await dialog.getByRole('textbox').fill('Papers');
    await dialog.getByRole('button', erase).click();
    await expect.element(dialog.getByText('It was not erased.')).toBeVisible();
  });

  it('says that it is out of the history where only the removal of its content failed', async () => {
    const begun = list({}, { is_rewriting: true, erasures: [] });
    const later = list({ state: 'waiting', proof: null }, { failure: 'disk-full' });
    const { dialog } = await open({ [START_CALL]: begun, [LIST_CALL]: later });
    await dialog.getByRole('textbox').fill('Papers');
    await dialog.getByRole('button', erase).click();
    await expect
      .element(dialog.getByText('Its content could not be deleted yet. Keepfold tries again by itself.'))
      .toBeVisible();
    expect(dialog.getByText('It was not erased.').elements()).toEqual([]);
  });
});
