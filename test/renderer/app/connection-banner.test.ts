import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { EventStream } from '../../../src-renderer/api/event-stream.svelte.ts';
import ConnectionBanner from '../../../src-renderer/app/ConnectionBanner.svelte';
import type { DesktopServiceState, DesktopShell } from '../../../src-shared/desktop-bridge.ts';
import { answering } from '../fake-http.ts';

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
    ...{ logFolder: async () => '/home/ada/logs', uploadedBytes: async () => 0, cancelUpload: none },
    ...{ pathOf: () => '', openLoginSettings: none, installUpdate: none },
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

it('says that the service has stopped, why, and starts it again', async () => {
  const shell = shellSaying(running);
  const events = new EventStream(answering({}));
  const screen = await render(ConnectionBanner, { props: { events, desktop: shell.desktop } });
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement();
  shell.say(stopped);
  await expect.element(screen.getByText('The library service has stopped.')).toBeVisible();
  await expect.element(screen.getByText(/Port 8730 is used by another program/)).toBeVisible();
  await screen.getByRole('button', { name: 'Start it again' }).click();
  expect(shell.startsAsked()).toBe(1);
  shell.say({ state: 'starting', reason: '' });
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement();
  await screen.unmount();
  expect(shell.listeners.size).toBe(0);
});

it('asks how the service is when the page comes back', async () => {
  const events = new EventStream(answering({}));
  const screen = await render(ConnectionBanner, { props: { events, desktop: shellSaying(stopped).desktop } });
  await expect.element(screen.getByText('The library service has stopped.')).toBeVisible();
});

it('says nothing in a browser while the connection is good', async () => {
  const screen = await render(ConnectionBanner, {
    props: { events: new EventStream(answering({})), desktop: null },
  });
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement();
});
