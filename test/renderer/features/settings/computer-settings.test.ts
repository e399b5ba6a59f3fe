import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import type { DesktopSettings, DesktopShell } from '../../../../src-shared/desktop-bridge.ts';
import ComputerFixture from './ComputerFixture.svelte';

const SETTINGS: DesktopSettings = {
  closing: 'ask',
  startAtLogin: 'off',
  notifies: true,
  muted: [],
  checksForUpdates: false,
  canUpdate: true,
};

/** The shell as the page sees it, on a system where everything works. */
function desktopShell(first: Partial<DesktopSettings>, parts: Partial<DesktopShell> = {}) {
  let now = { ...SETTINGS, ...first };
  return {
    isDesktop: true,
    pickFolder: async () => null,
    revealFolder: async () => undefined,
    revealItem: async () => undefined,
    openItem: async () => 'opened',
    pathOf: () => '',
    settings: vi.fn(async () => now),
    changeSettings: vi.fn(async ({ startAtLogin, ...change }) => {
      now = { ...now, ...change };
      if (startAtLogin !== undefined) now = { ...now, startAtLogin: startAtLogin ? 'on' : 'off' };
      return now;
    }),
    openDrive: async () => undefined,
    openLoginSettings: vi.fn(async () => undefined),
    checkForUpdate: async () => ({ state: 'current', version: '' }),
    installUpdate: async () => undefined,
    logFolder: async () => '/home/ada/logs',
    serviceState: async () => ({ state: 'running', reason: '' }),
    onServiceState: () => () => undefined,
    startService: async () => undefined,
    uploadedBytes: async () => 0,
    cancelUpload: async () => undefined,
    uploadsLeft: async () => undefined,
    ...parts,
  } satisfies DesktopShell;
}

async function show(first: Partial<DesktopSettings>, parts: Partial<DesktopShell> = {}) {
  const desktop = desktopShell(first, parts);
  const screen = await render(ComputerFixture, { desktop });
  const start = screen.getByRole('checkbox', { name: 'Start at login' });
  await expect.element(start).toBeVisible();
  return { desktop, screen, start };
}

describe('the settings of this computer', () => {
  it('change at once, and show what the system has afterwards', async () => {
    const { desktop, screen, start } = await show({});
    await expect.element(start).not.toBeChecked();
    await start.click();
    await expect.element(start).toBeChecked();
    await screen.getByText('Quit', { exact: true }).click();
    await expect.element(screen.getByText('Nothing is saved until you start Keepfold again.')).toBeVisible();
    await screen.getByRole('checkbox', { name: 'Notifications' }).click();
    expect(vi.mocked(desktop.changeSettings).mock.calls).toEqual([
      [{ startAtLogin: true }],
      [{ closing: 'quit' }],
      [{ notifies: false }],
    ]);
  });

  it('turn notifications on and off by what they are about', async () => {
    const { desktop, screen } = await show({ muted: ['away'], canUpdate: false });
    const kind = (name: string) => screen.getByRole('checkbox', { name });
    await expect.element(kind('Folders and disks that are unavailable')).not.toBeChecked();
    expect(kind('New versions of Keepfold').elements()).toEqual([]);
    await kind('Files changed in two places').click();
    await kind('Folders and disks that are unavailable').click();
    expect(vi.mocked(desktop.changeSettings).mock.calls).toEqual([
      [{ muted: ['away', 'conflict'] }],
      [{ muted: ['conflict'] }],
    ]);
    await kind('Notifications').click();
    await expect.element(kind('Folders and disks that are unavailable')).not.toBeInTheDocument();
  });

  it('say what was changed, and are reset one by one, with Undo', async () => {
    const { desktop, screen } = await show({ closing: 'quit', muted: ['backup'] });
    expect(screen.getByText('Changed', { exact: true }).elements()).toHaveLength(2);
    await screen.getByRole('button', { name: 'Reset: Notifications' }).click();
    await expect.element(screen.getByText('“Notifications” is back to its default')).toBeVisible();
    await expect
      .element(screen.getByRole('checkbox', { name: 'Files that did not come back from the backup' }))
      .toBeChecked();
    expect(screen.getByText('Changed', { exact: true }).elements()).toHaveLength(1);
    await expect.element(screen.getByRole('checkbox', { name: 'Notifications' })).toHaveFocus();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => vi.mocked(desktop.changeSettings).mock.calls)
      .toEqual([[{ notifies: true, muted: [] }], [{ notifies: true, muted: ['backup'] }]]);
    await expect.poll(() => screen.getByText('Changed', { exact: true }).elements().length).toBe(2);
  });

  it('say that the system waits for an approval, and lead to where it is given', async () => {
    const { desktop, screen, start } = await show({ startAtLogin: 'needs-approval' });
    await expect.element(start).toBeChecked();
    await screen.getByRole('button', { name: 'Open the system’s settings' }).click();
    expect(desktop.openLoginSettings).toHaveBeenCalledOnce();
  });

  it('are read again when somebody comes back to the window', async () => {
    const states = ['needs-approval', 'on'] as const;
    let asked = 0;
    const settings = async () => ({ ...SETTINGS, startAtLogin: states[Math.min(asked++, 1)] ?? 'on' });
    const { screen } = await show({}, { settings });
    await expect.element(screen.getByRole('button', { name: 'Open the system’s settings' })).toBeVisible();
    window.dispatchEvent(new Event('focus'));
    await expect
      .element(screen.getByRole('button', { name: 'Open the system’s settings' }))
      .not.toBeInTheDocument();
  });

  it('do not offer what the system cannot do', async () => {
    const { screen, start } = await show({ startAtLogin: 'unavailable', canUpdate: false });
    await expect.element(start).toBeDisabled();
    await expect.element(screen.getByText('The system cannot start this copy of the app.')).toBeVisible();
    await expect.element(screen.getByText(/^This copy does not update itself\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check for updates' }).elements()).toEqual([]);
  });

  it('leave a switch as it was when the change fails', async () => {
    const changeSettings = () => Promise.reject(new Error('no such place'));
    const { screen, start } = await show({}, { changeSettings });
    await start.click();
    await expect.element(screen.getByText('The setting was not changed.')).toBeVisible();
    await expect.element(start).not.toBeChecked();
  });
});

describe('looking for a new version', () => {
  const look = 'Check for updates';

  it('says that this is the newest one', async () => {
    const { screen } = await show({});
    await screen.getByRole('button', { name: look }).click();
    await expect.element(screen.getByText('This is the newest version.')).toBeVisible();
  });

  it('installs what was found when it is told to', async () => {
    const installed = Promise.withResolvers<void>();
    const installUpdate = vi.fn(() => installed.promise);
    const checkForUpdate = async () => ({ state: 'available', version: '2.0.0' }) as const;
    const { screen } = await show({}, { checkForUpdate, installUpdate });
    await screen.getByRole('button', { name: look }).click();
    await expect.element(screen.getByText('Version 2.0.0 is available.')).toBeVisible();
    expect(installUpdate).not.toHaveBeenCalled();
    await screen.getByRole('button', { name: 'Install and restart' }).click();
    await expect.element(screen.getByText(/^Downloading version 2\.0\.0\./)).toBeVisible();
    installed.reject(new Error('the line broke'));
    await expect.element(screen.getByText('The new version was not installed.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Install and restart' })).toBeEnabled();
  });

  it('says when nobody knows', async () => {
    const checkForUpdate = () => Promise.reject(new Error('offline'));
    const { screen } = await show({}, { checkForUpdate });
    await screen.getByRole('button', { name: look }).click();
    await expect.element(screen.getByText('Keepfold could not check for updates.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: look })).toBeEnabled();
  });
});
