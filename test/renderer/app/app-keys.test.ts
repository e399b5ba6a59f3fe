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
  [{ key: 'ArrowUp', altKey: true }, 'parent'],
  [{ key: 'k', ctrlKey: true }, 'palette'],
  [{ key: 'k', metaKey: true }, 'palette'],
  [{ key: 'k', ctrlKey: true, shiftKey: true }, null],
  [{ key: 'F6' }, 'next-pane'],
  [{ key: 'F6', shiftKey: true }, 'previous-pane'],
  [{ key: 'f', ctrlKey: true }, 'filter'],
  [{ key: 'h', ctrlKey: true }, 'history'],
  [{ key: 'p', ctrlKey: true }, 'pause'],
  [{ key: 'r', ctrlKey: true }, 'rescan'],
  [{ key: 'ArrowLeft' }, null],
  [{ key: 'k' }, null],
  [{ key: ',' }, null],
] as const)('%o asks for %s', (key, verb) => {
  expect(appVerb({ ...NONE, ...key })).toBe(verb);
});

it('leaves to a text what a text understands', () => {
  const target = document.createElement('textarea');
  expect(appVerb({ ...NONE, key: 'z', ctrlKey: true, target })).toBeNull();
  expect(appVerb({ ...NONE, key: '?', target })).toBeNull();
  expect(appVerb({ ...NONE, key: 'h', ctrlKey: true, target })).toBeNull();
  expect(appVerb({ ...NONE, key: 'F1', target })).toBe('help');
  expect(appVerb({ ...NONE, key: 'k', ctrlKey: true, target })).toBe('palette');
  expect(appVerb({ ...NONE, key: ',', ctrlKey: true, target })).toBe('settings');
});
