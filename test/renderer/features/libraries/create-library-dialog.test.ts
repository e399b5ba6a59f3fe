import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { createApi } from '../../../../src-renderer/api/api.ts';
import CreateLibraryDialog from '../../../../src-renderer/features/libraries/CreateLibraryDialog.svelte';
import { Libraries } from '../../../../src-renderer/features/libraries/libraries.svelte.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';

const made = localLibrary({ name: 'Tax records' });

async function show() {
  const http = answering({ 'POST libraries/': made, 'GET libraries/': { libraries: [made] } });
  const oncreated = vi.fn();
  const onclose = vi.fn();
  const libraries = new Libraries(createApi(http));
  const screen = await render(CreateLibraryDialog, { libraries, oncreated, onclose });
  return { screen, http, oncreated, onclose };
}

describe('the dialog for a new library', () => {
  it('starts in the name and makes a plain library', async () => {
    const { screen, http, oncreated } = await show();
    await expect.element(screen.getByLabelText('Name')).toHaveFocus();
    await screen.getByLabelText('Name').fill('  Tax records ');
    await screen.getByRole('button', { name: 'Create library' }).click();
    await expect.poll(() => oncreated.mock.calls).toEqual([[made]]);
    expect(http.calls[0]).toEqual({ call: 'POST libraries/', body: { name: 'Tax records' } });
  });

  it('says what encryption does not hide', async () => {
    const { screen } = await show();
    await expect
      .element(screen.getByText(/Encrypts contents; names, sizes and dates stay visible\./))
      .toBeVisible();
  });

  it('wants a long password twice before it makes an encrypted library', async () => {
    const { screen, http } = await show();
    const button = screen.getByRole('button', { name: 'Create library' });
    await screen.getByLabelText('Name').fill('Tax records');
    await screen.getByRole('checkbox').click();
    await screen.getByLabelText('Password', { exact: true }).fill('short');
    await expect.element(screen.getByText('7 more characters are needed.')).toBeVisible();
    await screen.getByLabelText('Password', { exact: true }).fill('a long password');
    await screen.getByLabelText('Password again').fill('a long passwort');
    await expect.element(screen.getByText('The two passwords are different.')).toBeVisible();
    await expect.element(button).toBeDisabled();
    await screen.getByLabelText('Password again').fill('a long password');
    await button.click();
    await expect
      .poll(() => http.calls[0])
      .toEqual({ call: 'POST libraries/', body: { name: 'Tax records', password: 'a long password' } });
  });

  it('forgets a password whose fields went', async () => {
    const { screen } = await show();
    const button = screen.getByRole('button', { name: 'Create library' });
    await screen.getByLabelText('Name').fill('Tax records');
    await screen.getByRole('checkbox').click();
    await screen.getByLabelText('Password', { exact: true }).fill('a long password');
    await screen.getByLabelText('Password again').fill('a long password');
    await expect.element(button).toBeEnabled();
    await screen.getByRole('checkbox').click();
    await screen.getByRole('checkbox').click();
    await expect.element(screen.getByLabelText('Password again')).toHaveValue('');
    await expect.element(button).toBeDisabled();
  });
});
