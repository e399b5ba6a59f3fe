import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import { qrPath } from '../../../../src-renderer/features/settings/reach/qr-path.ts';
import type { ReachJson } from '../../../../src-shared/reach-api.ts';
import { answering } from '../../fake-http.ts';
import { REACH_OFF, REACH_ON } from '../../reach.ts';
import ReachFixture from './ReachFixture.svelte';

async function show(reach: ReachJson) {
  const http = answering({ 'GET reach/': reach, 'PUT reach/': reach });
  const screen = await render(ReachFixture, { http });
  const toggle = screen.getByRole('checkbox', { name: 'Other devices in my network may connect' });
  await expect.element(toggle).toBeVisible();
  const sent = () => http.calls.filter(({ call }) => call !== 'GET reach/');
  return { screen, toggle, sent };
}

describe('the switch for other devices', () => {
  it('waits for a password, and says why', async () => {
    const { screen, toggle } = await show({ ...REACH_OFF, has_password: false });
    await expect.element(toggle).toBeDisabled();
    await screen.getByRole('button', { name: 'Set one now…' }).click();
    await expect.element(screen.getByRole('dialog')).toBeVisible();
  });

  it('shows addresses, a code of the one that phones find, and what the certificate looks like', async () => {
    const { screen, toggle } = await show(REACH_ON);
    await expect.element(toggle).toBeChecked();
    await expect.element(screen.getByText('https://attic.local:8731').first()).toBeVisible();
    await expect
      .element(screen.getByRole('img', { name: 'QR code of https://192.168.1.7:8731' }))
      .toBeVisible();
    await expect.element(screen.getByText('AB:CD')).toBeVisible();
    await expect.element(screen.getByText('sha256//pin=')).toBeVisible();
    await screen.getByRole('combobox').selectOptions('https://attic.local:8731');
    await expect
      .element(screen.getByRole('img', { name: 'QR code of https://attic.local:8731' }))
      .toBeVisible();
  });

  it('says that the port is taken, and opens another one', async () => {
    const { screen, sent } = await show({ ...REACH_OFF, on: true, state: 'failed', failure: 'port-taken' });
    await expect.element(screen.getByText(/^Port 8731 is used by another program/)).toBeVisible();
    const field = screen.getByLabelText('Port');
    await field.fill('70000');
    await screen.getByRole('button', { name: 'Open this port' }).click();
    await expect.element(screen.getByText('A port is a number from 1 to 65535.')).toBeVisible();
    expect(sent()).toEqual([]);
    await field.fill('9000');
    await screen.getByRole('button', { name: 'Open this port' }).click();
    await expect.poll(() => sent().map(({ call }) => call)).toEqual(['PUT reach/']);
  });

  it('cannot end what the command began', async () => {
    const { screen, toggle } = await show({ ...REACH_ON, by_command: true });
    await expect.element(toggle).toBeDisabled();
    await expect.element(screen.getByText(/The command that started Keepfold decides this/)).toBeVisible();
  });

  it('has addresses of proxies added and removed, but for those of the command', async () => {
    const reach = {
      ...REACH_OFF,
      public_urls: ['https://a.example', 'https://b.example'],
      given: { ...REACH_OFF.given, public_urls: ['https://a.example'] },
    };
    const http = answering({
      ...{ 'GET reach/': reach, 'POST reach/public-urls/': reach },
      'DELETE reach/public-urls/': reach,
    });
    const screen = await render(ReachFixture, { http });
    const list = screen.getByRole('list', { name: 'Addresses behind a proxy' });
    await expect.element(list.getByText('https://a.example')).toBeVisible();
    await expect.element(list.getByText('Start option')).toBeVisible();
    expect(list.getByRole('button').elements()).toHaveLength(1);
    await list.getByRole('button', { name: 'Remove https://b.example' }).click();
    await expect.element(screen.getByText('“https://b.example” was removed')).toBeVisible();
    await screen.getByRole('textbox', { name: 'Addresses behind a proxy' }).fill('https://c.example');
    await screen.getByRole('button', { name: 'Add', exact: true }).nth(1).click();
    await expect
      .poll(() =>
        http.calls.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]),
      )
      .toEqual([
        ['DELETE reach/public-urls/', undefined],
        ['POST reach/public-urls/', { url: 'https://c.example' }],
      ]);
  });

  it('says at the field what is wrong with an address', async () => {
    const refused = (code: 'argument-invalid' | 'password-needed', reason = '') =>
      new ApiError(code, 'refused', { reason });
    const answers = [
      refused('argument-invalid'),
      refused('argument-invalid', 'too-many'),
      refused('password-needed', 'set-first'),
    ];
    const http = answering({
      'GET reach/': { ...REACH_OFF, proxies: ['10.0.0.1'] },
      'POST reach/proxies/': () => answers.shift(),
    });
    const screen = await render(ReachFixture, { http });
    const field = screen.getByRole('textbox', { name: 'Trusted proxies' });
    await field.fill('nas.lan');
    for (const told of [
      /^Type an IP address/,
      /^There are too many/,
      /^Set a password for your account first/,
    ]) {
      await screen.getByRole('button', { name: 'Add', exact: true }).nth(2).click();
      await expect.element(screen.getByText(told)).toBeVisible();
    }
    await field.fill('10.0.0.2');
    await expect.element(screen.getByText(/^Set a password for your account first/)).not.toBeInTheDocument();
  });

  it('tells of a certificate that was not taken', async () => {
    const { screen } = await show({
      ...REACH_ON,
      own_certificate: false,
      certificate_problem: 'nas.key: ENOENT',
    });
    await expect.element(screen.getByText('nas.key: ENOENT')).toBeVisible();
    await expect
      .element(screen.getByText('The certificate is the one that Keepfold was started with.'))
      .toBeVisible();
  });
});

it('draws a code as squares of one unit, with a margin of four', () => {
  const { path, size } = qrPath('https://192.168.1.7:8731');
  // Version 2, as so many letters need.
  expect(size).toBe(25 + 8);
  expect(path.startsWith('M4 4h1v1h-1zM5 4h1v1h-1z')).toBe(true);
  expect(path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
});
