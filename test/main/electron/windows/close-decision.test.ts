import { expect, it } from 'vitest';
import { decideClose, decideFirstWindow } from '../../../../src-main/electron/windows/close-decision.ts';

it.each([
  ['ask', 'linux', true, 'ask'],
  ['ask', 'win32', true, 'ask'],
  ['ask', 'darwin', true, 'hide'],
  ['keep-running', 'linux', true, 'hide'],
  ['keep-running', 'linux', false, 'minimise'],
  ['keep-running', 'win32', true, 'hide'],
  ['quit', 'linux', false, 'quit'],
  ['quit', 'darwin', true, 'quit'],
] as const)('closing with %s on %s (tray seen: %s) comes to: %s', (closing, platform, hasTray, decision) => {
  expect(decideClose({ closing, platform, hasTray })).toBe(decision);
});

it.each([
  [false, 'linux', false, 'shown'],
  [true, 'linux', true, 'none'],
  [true, 'linux', false, 'minimised'],
  [true, 'win32', true, 'none'],
  [true, 'darwin', true, 'none'],
] as const)(
  'a start in the background: %s on %s (tray seen: %s) begins with a window: %s',
  (inBackground, platform, hasTray, first) => {
    expect(decideFirstWindow({ inBackground, platform, hasTray })).toBe(first);
  },
);
