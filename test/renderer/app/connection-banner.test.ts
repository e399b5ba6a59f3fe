import { expect, it, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { type Connection, EventStream } from '../../../src-renderer/api/event-stream.svelte.ts';
import { Pulse } from '../../../src-renderer/api/pulse.svelte.ts';
import { isThisComputer, ServiceState } from '../../../src-renderer/app/service-state.svelte.ts';
import { ToldTerminal } from '../../../src-renderer/app/told-terminal.svelte.ts';
import type { DesktopServiceState, DesktopShell } from '../../../src-shared/desktop-bridge.ts';
import { answering } from '../fake-http.ts';
import BannerFixture from './BannerFixture.svelte';

const running: DesktopServiceState = { state: 'running', reason: '' };
const stopped: DesktopServiceState = { state: 'stopped', reason: 'Port 8730 is used by another program.' };

/** A shell that says how the service is, as the test has it say. */
function shellSaying(now: DesktopServiceState) {
  const listeners = new Set<(state: DesktopServiceState) => void>();
  let starts = 0;
  const none = async () => undefined;
  const desktop: DesktopShell = {
    isDesktop: true,
    ...{ pickFolder: async () => null, revealFolder: none, revealItem: none, openItem: async () => 'opened' },
    ...{
      logFolder: async () => '/home/ada/logs',
      uploadedBytes: async () => 0,
      cancelUpload: none,
      uploadsLeft: none,
    },
    ...{ pathOf: () => '', openDrive: none, openLoginSettings: none, installUpdate: none },
    settings: () => Promise.reject(new Error('not asked here')),
    changeSettings: () => Promise.reject(new Error('not asked here')),
    checkForUpdate: async () => ({ state: 'off', version: '' }),
    serviceState: async () => now,
    onServiceState: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    startService: async () => {
      starts++;
    },
  };
  const say = (state: DesktopServiceState): void => {
    for (const listener of listeners) listener(state);
  };
  return { desktop, say, startsAsked: () => starts, listeners };
}

async function show(parts: Partial<ConstructorParameters<typeof ServiceState>[0]>) {
  const events = {
    connection: 'open' as Connection,
    isSilent: false,
    isLate: false,
    heardAtSeconds: 0,
    retryNow: vi.fn(),
  };
  const service = new ServiceState({
    ...{ events, pulse: { isLate: false }, desktop: null, isHere: true },
    ...parts,
  });
  return render(BannerFixture, { props: { service, events } });
}

it('says that the service has stopped, why, and starts it again', async () => {
  const shell = shellSaying(running);
  const screen = await show({ desktop: shell.desktop });
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement();
  shell.say(stopped);
  await expect.element(screen.getByText('Keepfold is not running.')).toBeVisible();
  await expect.element(screen.getByText(/Port 8730 is used by another program/)).toBeVisible();
  await screen.getByRole('button', { name: 'Start again' }).click();
  expect(shell.startsAsked()).toBe(1);
  shell.say({ state: 'starting', reason: '' });
  await expect.element(screen.getByText('Keepfold is starting.')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
  shell.say(running);
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement();
  await screen.unmount();
  expect(shell.listeners.size).toBe(0);
});

it('asks how the service is when the page comes back', async () => {
  const screen = await show({ desktop: shellSaying(stopped).desktop });
  await expect.element(screen.getByText('Keepfold is not running.')).toBeVisible();
});

it('starts a service again that hangs, where the shell can', async () => {
  const shell = shellSaying({ state: 'silent', reason: '' });
  const screen = await show({ desktop: shell.desktop });
  await expect.element(screen.getByText('Keepfold does not answer.')).toBeVisible();
  await screen.getByRole('button', { name: 'Start again' }).click();
  expect(shell.startsAsked()).toBe(1);
});

it('says in a browser how to start it, and tries again when told to', async () => {
  const retryNow = vi.fn();
  const lost = { connection: 'lost' as Connection, isSilent: false, isLate: false, heardAtSeconds: 0 };
  const service = new ServiceState({
    ...{ events: lost, pulse: { isLate: false }, desktop: null, isHere: true },
  });
  const screen = await render(BannerFixture, { props: { service, events: { retryNow } } });
  await expect.element(screen.getByText('npm start')).toBeVisible();
  await screen.getByRole('button', { name: 'Try now' }).click();
  expect(retryNow).toHaveBeenCalledOnce();
});

it('says the whole command and its folder, which were told while the service ran', async () => {
  const start = "npm start -- --data-dir '/tmp/my data' --port 8791";
  const commands = { folder: '/home/ada/keepfold', open: 'npm start', start, sign_in: null, add_user: null };
  const gone = { connection: 'lost' as Connection, isSilent: false, isLate: true, heardAtSeconds: 0 };
  const service = new ServiceState({
    ...{ events: gone, pulse: { isLate: false }, desktop: null, isHere: true },
  });
  const events = { retryNow: vi.fn() };
  const screen = await render(BannerFixture, {
    props: { service, events, terminal: { commands, email: null } },
  });
  await expect.element(screen.getByText(start)).toBeVisible();
  await expect.element(screen.getByText('/home/ada/keepfold')).toBeVisible();
});

it('asks for the commands at once and after each gap, and keeps them while nobody answers', async () => {
  const told = { commands: null, email: 'me@keepfold.local' };
  let answer = async () => told;
  const resumed: (() => void)[] = [];
  const terminal = new ToldTerminal({
    call: () => answer(),
    events: {
      onResume: (listener) => {
        resumed.push(listener);
        return () => true;
      },
    },
  });
  terminal.start();
  await expect.poll(() => terminal.email).toBe('me@keepfold.local');
  answer = () => Promise.reject(new Error('nobody answers'));
  resumed[0]?.();
  await Promise.resolve();
  expect(terminal.email).toBe('me@keepfold.local');
  answer = async () => ({ commands: null, email: 'ada@example.org' });
  resumed[0]?.();
  await expect.poll(() => terminal.email).toBe('ada@example.org');
});

it('blames no service of another computer for a connection that is gone', async () => {
  const lost = { connection: 'lost' as Connection, isSilent: false, isLate: false, heardAtSeconds: 0 };
  const screen = await show({ events: lost, isHere: false });
  await expect.element(screen.getByText('Keepfold cannot be reached.')).toBeVisible();
});

it('says nothing while the service answers, and of a slow one that it is slow', async () => {
  const well = await show({ events: new EventStream(answering({})) });
  await expect.element(well.getByRole('status')).toBeEmptyDOMElement();
  await well.unmount();
  const slow = await show({ pulse: { isLate: true } });
  await expect.element(slow.getByText('Keepfold is answering slowly.')).toBeVisible();
  await slow.unmount();
  const events = { connection: 'open' as Connection, isSilent: false, isLate: true, heardAtSeconds: 0 };
  const quiet = await show({ events });
  await expect.element(quiet.getByText('Keepfold is answering slowly.')).toBeVisible();
  await quiet.unmount();
  const told = await show({ desktop: shellSaying({ state: 'slow', reason: '' }).desktop });
  await expect.element(told.getByText('Keepfold is answering slowly.')).toBeVisible();
});

it('takes an answer for late after two and a half seconds, until the next comes in time or five seconds passed', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pulse = new Pulse();
  const answered = pulse.ask();
  vi.advanceTimersByTime(2_499);
  expect(pulse.isLate).toBe(false);
  vi.advanceTimersByTime(1);
  expect(pulse.isLate).toBe(true);
  answered();
  expect(pulse.isLate).toBe(true);
  pulse.ask()();
  expect(pulse.isLate).toBe(false);
  const late = pulse.ask();
  vi.advanceTimersByTime(60_000);
  expect(pulse.isLate).toBe(true);
  late();
  vi.advanceTimersByTime(4_999);
  expect(pulse.isLate).toBe(true);
  vi.advanceTimersByTime(1);
  expect(pulse.isLate).toBe(false);
});

it('knows the names of this computer', () => {
  expect(['localhost', '127.0.0.1', '127.0.1.1', '[::1]'].map(isThisComputer)).toEqual(Array(4).fill(true));
  expect(['192.168.1.7', 'keepfold.example', '[fd00::1]'].map(isThisComputer)).toEqual(Array(3).fill(false));
});
