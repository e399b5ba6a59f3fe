import { expect, it } from 'vitest';
import { hardenApp } from '../../../src-main/electron/hardening.ts';

it('leaves a packaged app no door for DevTools', () => {
  const removed: string[] = [];
  const commandLine = { removeSwitch: (name: string) => removed.push(name) };
  const app = { isPackaged: true, on: () => undefined, commandLine };
  hardenApp(app as unknown as Parameters<typeof hardenApp>[0]);
  expect(removed).toEqual(['remote-debugging-port', 'remote-debugging-pipe']);
});
