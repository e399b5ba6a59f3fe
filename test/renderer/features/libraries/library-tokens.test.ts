import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import { answering } from '../../fake-http.ts';
import ConnectFixture from '../settings/ConnectFixture.svelte';

const SCANNER = {
  ...{ name: 'Scanner', permission: 'rw', made_by: 'ada@example.org', made_by_name: 'Ada' },
  made_at: 1_700_000_000,
};

async function show(answers: Readonly<Record<string, unknown>> = {}) {
  const http = answering({
    'GET libraries/00000000-0000-4000-8000-000000000001/tokens/': { tokens: [SCANNER] },
    ...answers,
  });
  const tokens = { libraryId: '00000000-0000-4000-8000-000000000001' };
  const screen = await render(ConnectFixture, { http, tokens });
  const sent = () => http.calls.filter(({ call }) => !call.startsWith('GET'));
  return { screen, sent };
}

describe('tokens of a library', () => {
  it('are listed with what they may do and who made them', async () => {
    const { screen } = await show();
    await expect.element(screen.getByText('Scanner')).toBeVisible();
    await expect.element(screen.getByText(/Read and write.*Created by Ada/s)).toBeVisible();
  });

  it('are made for reading unless more is chosen, and shown once', async () => {
    const token = 'a'.repeat(40);
    const { screen, sent } = await show({
      'POST libraries/00000000-0000-4000-8000-000000000001/tokens/': { name: 'Backup', token },
    });
    await screen.getByRole('button', { name: 'New token…' }).click();
    await screen.getByLabelText('Purpose').fill('Backup');
    await screen.getByRole('button', { name: 'Create token' }).click();
    await expect.element(screen.getByText(token)).toBeVisible();
    expect(sent()).toMatchObject([{ body: { name: 'Backup', permission: 'r' } }]);
    await screen.getByRole('button', { name: 'Done' }).click();
    await expect.element(screen.getByText(token)).not.toBeInTheDocument();
  });

  it('have names of their own', async () => {
    const { screen } = await show({
      'POST libraries/00000000-0000-4000-8000-000000000001/tokens/': new ApiError('name-taken', 'taken'),
    });
    await screen.getByRole('button', { name: 'New token…' }).click();
    await screen.getByLabelText('Purpose').fill('Scanner');
    await screen.getByText('Read and write', { exact: true }).last().click();
    await screen.getByRole('button', { name: 'Create token' }).click();
    await expect.element(screen.getByText(/already has this name/)).toBeVisible();
  });

  it('are ended once that is confirmed', async () => {
    const { screen, sent } = await show({
      'DELETE libraries/00000000-0000-4000-8000-000000000001/tokens/': { success: true },
    });
    await screen.getByRole('button', { name: 'Revoke…' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Revoke the token “Scanner”?' })).toBeVisible();
    expect(sent()).toEqual([]);
    await screen.getByRole('button', { name: 'Revoke token' }).click();
    await expect.element(screen.getByText('The token “Scanner” was revoked')).toBeVisible();
    expect(sent().map(({ call }) => call)).toEqual([
      'DELETE libraries/00000000-0000-4000-8000-000000000001/tokens/',
    ]);
  });
});
