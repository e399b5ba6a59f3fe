import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import type { RequestOptions } from '../../../src-renderer/api/http-client.ts';
import { folderProblem, heldFiles, linkedFolder, localLibrary } from '../builders.ts';
import { answering } from '../fake-http.ts';
import ActivityFixture from './ActivityFixture.svelte';

const LIBRARY = localLibrary({}).id;
const device = {
  device_id: 'd'.repeat(40),
  name: 'Ada’s phone',
  platform: 'android',
  client_version: '3.0.9',
  platform_version: '15',
  last_used_at: 1_700_000_000,
  address: '192.168.1.20',
  wipe_ordered_at: 0,
  libraries: [],
};

function change(description: string, id: string) {
  return {
    library_id: LIBRARY,
    library_name: 'Documents',
    commit: {
      id: id.repeat(40),
      time: 1_700_000_000,
      description,
      author: 'ada@example.org',
      author_name: 'Ada',
      device: 'laptop',
      is_merge: false,
      added: 1,
      modified: 0,
      removed: 0,
      renamed: 0,
    },
  };
}

async function show(folder = linkedFolder({}), answers: Readonly<Record<string, unknown>> = {}) {
  const http = answering({
    'GET libraries/': { libraries: [localLibrary({ folder })] },
    'GET devices/': { devices: [device] },
    'GET change-log/': { changes: [change('Added "Thesis.md".', 'a')], cursor: null, looked_back_to: 0 },
    [`POST folders/${folder.id}/pause/`]: folder,
    [`POST folders/${folder.id}/rescan/`]: folder,
    ...answers,
  });
  const page = await render(ActivityFixture, { http });
  return { page, http };
}

describe('the activity screen', () => {
  it('says when nothing is to do, what was done and who was here', async () => {
    const { page } = await show();
    await expect.element(page.getByText(/^Up to date\. Last change .+, last full scan /)).toBeVisible();
    await expect.element(page.getByText('Added "Thesis.md".')).toBeVisible();
    const devices = page.getByRole('list', { name: 'Devices' });
    await expect.element(devices.getByText('Ada’s phone')).toBeVisible();
    await expect
      .element(devices.getByText('Android · client 3.0.9 · 192.168.1.20 · syncs nothing'))
      .toBeVisible();
  });

  it('shows phase, file and queue, and follows the events', async () => {
    const progress = { phase: 'hash', files_done: 3, files_total: 9, bytes_done: 1, bytes_total: 2 } as const;
    const busy = {
      state: 'syncing',
      pending: 40,
      progress: { ...progress, current: 'Trip/Rome.jpg' },
    } as const;
    const { page, http } = await show(linkedFolder(busy));
    await expect.element(page.getByText(/Reading 3 of 9.files/)).toBeVisible();
    await expect.element(page.getByText('Trip/Rome.jpg')).toBeVisible();
    await expect.element(page.getByText(/40.changes in the queue/)).toBeVisible();
    http.say({ type: 'folder', folder: linkedFolder({}) });
    await expect.element(page.getByText(/^Up to date\. /)).toBeVisible();
  });

  it('tells what failed and why, when it is tried again, and where to decide', async () => {
    const { page } = await show(
      linkedFolder({
        state: 'held',
        held: heldFiles({ count: 18, paths: ['photo-1.jpg'] }),
        problems: [folderProblem({})],
        problem_count: 3,
      }),
    );
    const folders = page.getByRole('list', { name: 'Linked folders' });
    await expect.element(folders.getByText(/18.files disappeared/)).toBeVisible();
    await expect.element(folders.getByText(/Your account may not write here\./)).toBeVisible();
    await expect.element(folders.getByText('(next try when it changes)')).toBeVisible();
    await expect.element(folders.getByText(/and 2.more/)).toBeVisible();
    await expect
      .element(folders.getByRole('link', { name: 'Decide in Issues' }))
      .toHaveAttribute('href', '#/issues');
  });

  it('pauses and looks again by key', async () => {
    const { page, http } = await show();
    await page.getByRole('link', { name: 'Documents' }).element().focus();
    await userEvent.keyboard('p');
    await userEvent.keyboard('r');
    const told = () => http.calls.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call);
    await expect.poll(told).toEqual(['POST folders/folder-1/pause/', 'POST folders/folder-1/rescan/']);
  });

  it('filters the log, further back than one answer reaches', async () => {
    const asked: RequestOptions['query'][] = [];
    const { page } = await show(linkedFolder({}), {
      'GET change-log/': ({ query }: RequestOptions) => {
        asked.push(query);
        if (query?.['kind'] !== 'removed') return { changes: [], cursor: null, looked_back_to: 0 };
        if (query['cursor'] === null) return { changes: [], cursor: 'further', looked_back_to: 9 };
        return { changes: [change('Deleted "old.txt".', 'b')], cursor: null, looked_back_to: 0 };
      },
    });
    await expect.element(page.getByText('No changes yet')).toBeVisible();
    await page.getByLabelText('Kind of change').selectOptions('removed');
    await expect.element(page.getByText('Deleted "old.txt".')).toBeVisible();
    await page.getByLabelText('Find in the log').fill('thesis');
    await expect.poll(() => asked.at(-1)).toMatchObject({ text: 'thesis', kind: 'removed' });
    await page.getByLabelText('Kind of change').selectOptions('');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.element(page.getByText('No changes yet')).toBeVisible();
    await expect.element(page.getByLabelText('Find in the log')).toHaveValue('');
  });

  it('says what is not known', async () => {
    const gone = new ApiError('unreachable', 'no');
    const { page } = await show(linkedFolder({}), { 'GET change-log/': gone, 'GET devices/': gone });
    await expect.element(page.getByText('The log could not be read.')).toBeVisible();
    await expect.element(page.getByText('The devices could not be loaded.')).toBeVisible();
  });
});
