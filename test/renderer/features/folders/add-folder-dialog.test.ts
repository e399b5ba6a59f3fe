import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import type { HttpClient } from '../../../../src-renderer/api/http-client.ts';
import { linkedFolder } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import DialogFixture from './DialogFixture.svelte';

const home = { path: '/home/ada', parent: '/home', folders: [{ name: 'Photos', path: '/home/ada/Photos' }] };
const preflight = {
  path: '/srv/docs',
  refusal: '',
  refusal_reason: '',
  warnings: ['2 items ("A", "a") differ from another name only in letter case'],
  said: [{ code: 'twins', values: { count: '2', examples: '"A", "a"' } }],
  files: 12_431,
  folders: 812,
  bytes: 3_100_000_000,
  ignored: 5,
  truncated: false,
};
const answers = {
  'GET browse/': home,
  'GET folders/preflight/': preflight,
  'POST folders/': linkedFolder({}),
};

/** Holds back the answers of `GET browse/` until they are released. */
function withSlowBrowse() {
  const http = answering(answers);
  const gate = Promise.withResolvers<void>();
  const client: HttpClient = {
    ...http,
    async request<T>(...call: Parameters<HttpClient['request']>): Promise<T> {
      if (call[1] === 'browse/') await gate.promise;
      return await http.request<T>(...call);
    },
  };
  return { client, calls: http.calls, letGo: gate.resolve };
}

describe('the dialog for adding a folder', () => {
  it('chooses nothing by itself', async () => {
    const screen = await render(DialogFixture, { http: answering(answers) });
    await expect.element(screen.getByText('Photos')).toBeVisible();
    await expect.element(screen.getByLabelText('Folder on this computer')).toHaveValue('');
    await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeDisabled();
  });

  it('keeps a typed path when the list of folders arrives late', async () => {
    const { client, calls, letGo } = withSlowBrowse();
    const screen = await render(DialogFixture, { http: client });
    await screen.getByLabelText('Folder on this computer').fill('/srv/docs');
    letGo();
    await expect.element(screen.getByText('Photos')).toBeVisible();
    await expect.element(screen.getByLabelText('Folder on this computer')).toHaveValue('/srv/docs');
    await screen.getByRole('button', { name: 'Continue' }).click();
    await expect.element(screen.getByLabelText('Name of the library')).toHaveValue('docs');
    await screen.getByRole('button', { name: 'Add folder' }).click();
    await expect
      .poll(() => calls.find(({ call }) => call === 'POST folders/')?.body)
      .toEqual({ path: '/srv/docs', name: 'docs' });
  });

  it('chooses the folder that was clicked', async () => {
    const screen = await render(DialogFixture, { http: answering(answers) });
    await screen.getByRole('button', { name: 'Photos' }).click();
    await expect.element(screen.getByLabelText('Folder on this computer')).toHaveValue('/home/ada/Photos');
  });

  it('lists hidden folders after all others', async () => {
    const folders = ['.cache', 'Photos', '.config', 'Work'].map((name) => ({
      name,
      path: `/home/ada/${name}`,
    }));
    const screen = await render(DialogFixture, {
      http: answering({ ...answers, 'GET browse/': { path: '/home/ada', parent: null, folders } }),
    });
    const rows = screen.getByRole('list', { name: 'Folders' }).getByRole('button');
    await expect.element(rows.nth(3)).toBeVisible();
    expect(rows.elements().map((row) => row.textContent?.trim())).toEqual([
      ...['Photos', 'Work', '.cache', '.config'],
    ]);
  });

  it('shows what is in the folder before it is added', async () => {
    const screen = await render(DialogFixture, { http: answering(answers) });
    await screen.getByLabelText('Folder on this computer').fill('/srv/docs');
    await screen.getByRole('button', { name: 'Continue' }).click();
    await expect.element(screen.getByText('12,431')).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'Names' })).toBeVisible();
    const words = '2 items ("A", "a") differ from another name only in letter case.';
    await expect.element(screen.getByText(words)).toBeVisible();
  });

  it('encrypts with a password that is typed twice, and remembers it only when told', async () => {
    const http = answering(answers);
    const screen = await render(DialogFixture, { http });
    await screen.getByLabelText('Folder on this computer').fill('/srv/docs');
    await screen.getByRole('button', { name: 'Continue' }).click();
    await screen.getByRole('checkbox', { name: 'Encrypt with a password' }).click();
    await expect.element(screen.getByText(/Seafile clients from version 9 on open it/)).toBeVisible();
    await expect
      .element(screen.getByRole('checkbox', { name: 'Remember on this computer' }))
      .not.toBeChecked();
    await screen.getByLabelText('Password', { exact: true }).fill('a long password');
    await expect.element(screen.getByRole('button', { name: 'Add folder' })).toBeDisabled();
    await screen.getByLabelText('Password again').fill('a long password');
    await screen.getByRole('button', { name: 'Add folder' }).click();
    await expect
      .poll(() => http.calls.find(({ call }) => call === 'POST folders/')?.body)
      .toEqual({
        path: '/srv/docs',
        name: 'docs',
        encrypt: true,
        password: 'a long password',
        remember: false,
      });
  });

  it('does not offer to remember where there is no keychain', async () => {
    const secrets = { secrets: 'unavailable', secrets_reason: 'There is no keyring on this system.' };
    const http = answering({ ...answers, 'GET secrets/': secrets });
    const screen = await render(DialogFixture, { http });
    await screen.getByLabelText('Folder on this computer').fill('/srv/docs');
    await screen.getByRole('button', { name: 'Continue' }).click();
    await screen.getByRole('checkbox', { name: 'Encrypt with a password' }).click();
    await expect.element(screen.getByText('There is no keyring on this system.')).toBeVisible();
    await expect.element(screen.getByRole('checkbox', { name: 'Remember on this computer' })).toBeDisabled();
  });

  it('uses the dialog of the system in the desktop shell', async () => {
    const desktop = {
      isDesktop: true,
      pickFolder: async () => '/srv/docs',
      revealFolder: async () => undefined,
    } as const;
    const screen = await render(DialogFixture, { http: answering(answers), desktop });
    await expect.element(screen.getByLabelText('Name of the library')).toHaveValue('docs');
  });
});
