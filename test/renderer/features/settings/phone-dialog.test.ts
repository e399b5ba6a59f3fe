import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { phoneOrigins } from '../../../../src-renderer/features/settings/connect/phone-programs.ts';
import type { PairingJson } from '../../../../src-shared/devices-api.ts';
import type { ReachJson } from '../../../../src-shared/reach-api.ts';
import { answering } from '../../fake-http.ts';
import { REACH_OFF, REACH_ON } from '../../reach.ts';
import ConnectFixture from './ConnectFixture.svelte';

const PHONE = {
  ...{ device_id: '0123456789abcdef', name: 'Pixel 9', platform: 'android', client_version: '4.1.7' },
  ...{ platform_version: '16', last_used_at: 1_700_000_000, address: '', wipe_ordered_at: 0, libraries: [] },
};

async function show({ reach = REACH_ON, isAdmin = true }: { reach?: ReachJson; isAdmin?: boolean } = {}) {
  let pairing: PairingJson = { state: 'none', expires_in: 0, device_id: '', device_name: '' };
  let devices: (typeof PHONE)[] = [];
  const http = answering({
    'GET reach/': reach,
    'PUT reach/': REACH_ON,
    'GET status/': { address: 'http://127.0.0.1:8730' },
    'GET devices/': () => ({ devices }),
    'GET devices/code/': () => pairing,
    'POST devices/code/': () => {
      pairing = { ...pairing, state: 'waiting', expires_in: 600 };
      return { code: 'bcdfg hjkmn pqrst', email: 'ada@example.org', expires_in: 600 };
    },
    'DELETE devices/code/': { success: true },
    'POST devices/': { device_id: 'd', name: 'WebDAV on a phone', password: 'f'.repeat(40) },
  });
  const phone = { email: 'ada@example.org', changePassword: async () => undefined, isAdmin };
  const screen = await render(ConnectFixture, { http, phone });
  await expect.element(screen.getByRole('dialog', { name: 'Connect a phone' })).toBeVisible();
  const signIn = () => {
    pairing = { state: 'used', expires_in: 0, device_id: PHONE.device_id, device_name: PHONE.name };
    devices = [PHONE];
    http.say({ type: 'devices', email: 'ada@example.org' });
  };
  const expire = () => {
    pairing = { state: 'none', expires_in: 0, device_id: '', device_name: '' };
    http.say({ type: 'devices', email: 'ada@example.org' });
  };
  const sent = () => http.calls.map(({ call }) => call).filter((call) => !call.startsWith('GET'));
  return { screen, http, sent, signIn, expire };
}

describe('connecting a phone', () => {
  it('begins with the switch, which waits for a password', async () => {
    const { screen } = await show({ reach: { ...REACH_OFF, has_password: false } });
    await expect.element(screen.getByRole('checkbox', { name: /^Other devices/ })).toBeDisabled();
    await expect
      .element(screen.getByText('The address appears once other devices may connect.'))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Set one now…' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Set a password' })).toBeVisible();
  });

  it('turns the switch on in its place', async () => {
    const { screen, sent } = await show({ reach: REACH_OFF });
    await screen.getByRole('checkbox', { name: /^Other devices/ }).click();
    await expect.poll(sent).toEqual(['PUT reach/']);
  });

  it('shows the address that phones find, its code, the e-mail and the fingerprint', async () => {
    const { screen } = await show();
    const address = 'https://192.168.1.7:8731';
    await expect.element(screen.getByRole('img', { name: `QR code of ${address}` })).toBeVisible();
    await expect.element(screen.getByText('ada@example.org')).toBeVisible();
    await expect.element(screen.getByText('AB:CD')).toBeVisible();
    await screen.getByRole('combobox').selectOptions('https://attic.local:8731');
    await expect
      .element(screen.getByRole('img', { name: 'QR code of https://attic.local:8731' }))
      .toBeVisible();
  });

  it('shows a code once it is asked for, and tells which phone used it', async () => {
    const { screen, sent, signIn } = await show();
    expect(sent()).toEqual([]);
    await screen.getByRole('button', { name: 'Show a code' }).click();
    await expect.element(screen.getByText('bcdfg hjkmn pqrst')).toBeVisible();
    await expect.element(screen.getByText(/^For one phone, and for 10 more minutes/)).toBeVisible();
    signIn();
    await expect.element(screen.getByText('A phone signed in: Pixel 9')).toBeVisible();
    await expect.element(screen.getByText('bcdfg hjkmn pqrst')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Sign out…' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'New code' })).toBeVisible();
  });

  it('says that a code is over', async () => {
    const { screen, expire } = await show();
    await screen.getByRole('button', { name: 'Show a code' }).click();
    await expect.element(screen.getByText('bcdfg hjkmn pqrst')).toBeVisible();
    expire();
    await expect.element(screen.getByText('This code is no longer valid.')).toBeVisible();
  });

  it('ends the code when it is closed', async () => {
    const { screen, sent } = await show();
    await screen.getByRole('button', { name: 'Show a code' }).click();
    await expect.element(screen.getByText('bcdfg hjkmn pqrst')).toBeVisible();
    await screen.getByRole('button', { name: 'Done' }).click();
    await expect.poll(sent).toEqual(['POST devices/code/', 'DELETE devices/code/']);
  });

  it('has a password of its own for an app that speaks WebDAV, and none for a browser', async () => {
    const { screen } = await show();
    await screen.getByText('WebDAV app').click();
    await expect
      .element(screen.getByRole('img', { name: 'QR code of https://192.168.1.7:8731/dav/' }))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Create a password' }).click();
    await expect.element(screen.getByText('f'.repeat(40))).toBeVisible();
    await screen.getByText('Browser', { exact: true }).click();
    await expect.element(screen.getByText('The password of your account.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Show a code' })).not.toBeInTheDocument();
  });

  it('sends those who do not administer the server to those who do', async () => {
    const { screen, http } = await show({ isAdmin: false });
    await expect.element(screen.getByText(/An administrator can let other devices connect/)).toBeVisible();
    expect(http.calls.map(({ call }) => call)).not.toContain('GET reach/');
  });
});

it('takes the address of a proxy first, then numbers, then names', () => {
  expect(phoneOrigins({ public_urls: ['https://a.example'], addresses: REACH_ON.addresses })).toEqual([
    'https://a.example',
    'https://192.168.1.7:8731',
    'https://attic.local:8731',
  ]);
});
