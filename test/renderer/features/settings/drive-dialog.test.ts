import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import {
  driveAddresses,
  systemOf,
} from '../../../../src-renderer/features/settings/connect/drive-systems.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import ConnectFixture from './ConnectFixture.svelte';

const HERE = 'http://127.0.0.1:8730/dav/Documents/';
const THERE = ['https://attic.local:8731/dav/Documents/', 'https://192.168.1.7:8731/dav/Documents/'];

async function show({ addresses = [HERE, ...THERE], at = null as number | null, failed = false } = {}) {
  const http = answering({
    'GET libraries/00000000-0000-4000-8000-000000000001/drive/': failed
      ? new ApiError('library-locked', 'locked')
      : { addresses, email: 'ada@example.org' },
    'POST devices/': { device_id: 'd', name: 'Drive', password: 'f'.repeat(40) },
  });
  const library = localLibrary({});
  const opened: string[] = [];
  const desktop = {
    openDrive: async (path: string) => {
      opened.push(path);
      throw new Error('no program for dav:');
    },
  };
  const screen = await render(ConnectFixture, { http, drive: { library, at, desktop } });
  const choose = async (system: string) => screen.getByText(system, { exact: true }).click();
  return { screen, http, opened, choose };
}

describe('opening a library as a drive', () => {
  it('says what to do on each system, with the address as it has to be there', async () => {
    const { screen, choose } = await show();
    await expect.element(screen.getByRole('dialog', { name: 'Open “Documents” as a drive' })).toBeVisible();
    await choose('macOS');
    await expect.element(screen.getByText(HERE).first()).toBeVisible();
    await choose('GNOME');
    await expect.element(screen.getByText('dav://127.0.0.1:8730/dav/Documents/').first()).toBeVisible();
    await choose('KDE');
    await expect.element(screen.getByText('webdav://127.0.0.1:8730/dav/Documents/').first()).toBeVisible();
    await choose('Android');
    await expect.element(screen.getByText(THERE[1] ?? '').first()).toBeVisible();
    await choose('Windows');
    await expect.element(screen.getByText(/^It connects only if Windows trusts/)).toBeVisible();
    await screen.getByRole('combobox').selectOptions(HERE);
    await expect.element(screen.getByText(/^It sends passwords by HTTPS only/)).toBeVisible();
  });

  it('sends phones to the switch while they reach nothing', async () => {
    const { screen, choose } = await show({ addresses: [HERE] });
    await choose('iOS');
    await expect.element(screen.getByText(/^Only programs on this computer reach/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Other devices…' })).toBeVisible();
  });

  it('makes a password that is named after library and system, and shown once', async () => {
    const { screen, http, choose } = await show();
    await choose('macOS');
    await screen.getByRole('button', { name: 'Create a password' }).click();
    await expect.element(screen.getByText('f'.repeat(40))).toBeVisible();
    expect(http.calls.at(-1)).toMatchObject({
      body: { name: 'Drive of “Documents” (macOS)', platform: 'mac' },
    });
    await choose('KDE');
    await expect.element(screen.getByText('f'.repeat(40))).not.toBeInTheDocument();
  });

  it('names the moment that it opens', async () => {
    const { screen } = await show({ at: 1_700_000_000 });
    await expect.element(screen.getByRole('dialog', { name: /as of/ })).toBeVisible();
    await expect.element(screen.getByText(/You can copy them, but not change them/)).toBeVisible();
  });

  it('opens it in the file manager of Linux, and says when that fails', async () => {
    const { screen, opened, choose } = await show();
    await choose('GNOME');
    await screen.getByRole('button', { name: 'Open in the file manager' }).click();
    await expect.element(screen.getByText('The file manager did not open the drive.')).toBeVisible();
    expect(opened).toEqual(['/dav/Documents/']);
    await choose('Windows');
    await expect
      .element(screen.getByRole('button', { name: 'Open in the file manager' }))
      .not.toBeInTheDocument();
  });

  it('says why there is none', async () => {
    const { screen } = await show({ failed: true });
    await expect.element(screen.getByText('Keepfold could not find the address.')).toBeVisible();
  });
});

it('knows the system by its browser', () => {
  expect(systemOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('windows');
  expect(systemOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('mac');
  expect(systemOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')).toBe('ios');
  expect(systemOf('Mozilla/5.0 (Linux; Android 16; Pixel 9)')).toBe('android');
  expect(systemOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe('gnome');
});

it('leaves phones addresses of other computers, numbers first', () => {
  expect(driveAddresses('ios', [HERE, ...THERE])).toEqual([THERE[1], THERE[0]]);
  expect(driveAddresses('gnome', THERE)).toEqual([
    'davs://attic.local:8731/dav/Documents/',
    'davs://192.168.1.7:8731/dav/Documents/',
  ]);
  expect(driveAddresses('windows', [HERE, ...THERE])).toEqual([...THERE, HERE]);
});
