import { expect, it } from 'vitest';
import { appVerb } from '../../../src-renderer/app/app-keys.ts';

const NONE = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, target: null };

it.each([
  [{ key: 'F1' }, 'help'],
  [{ key: ',', ctrlKey: true }, 'settings'],
  [{ key: 'z', ctrlKey: true }, 'undo'],
  [{ key: 'z', metaKey: true }, 'undo'],
  [{ key: 'z', metaKey: true, shiftKey: true }, null],
  [{ key: '?', shiftKey: true }, 'shortcuts'],
  [{ key: 'ArrowLeft', altKey: true }, 'back'],
  [{ key: 'ArrowRight', altKey: true }, 'forward'],
  [{ key: 'ArrowLeft' }, null],
  [{ key: ',' }, null],
] as const)('%o asks for %s', (key, verb) => {
  expect(appVerb({ ...NONE, ...key })).toBe(verb);
});

it('leaves to a text what a text understands', () => {
  const target = document.createElement('textarea');
  expect(appVerb({ ...NONE, key: 'z', ctrlKey: true, target })).toBeNull();
  expect(appVerb({ ...NONE, key: '?', target })).toBeNull();
  expect(appVerb({ ...NONE, key: 'F1', target })).toBe('help');
  expect(appVerb({ ...NONE, key: ',', ctrlKey: true, target })).toBe('settings');
});
