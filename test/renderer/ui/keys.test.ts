import { afterEach, expect, it } from 'vitest';
import {
  isChord,
  isIdleLetter,
  keyNames,
  letterKeysAreOn,
  turnLetterKeys,
} from '../../../src-renderer/ui/keys.ts';

const NONE = { altKey: false, ctrlKey: false, metaKey: false };

afterEach(() => turnLetterKeys(true));

it('letters typed alone do something until somebody turns them off', () => {
  expect([letterKeysAreOn(), isIdleLetter({ ...NONE, key: 'p' })]).toEqual([true, false]);
  turnLetterKeys(false);
  expect(letterKeysAreOn()).toBe(false);
  for (const key of ['p', 'R', '?', ',', 'ß'])
    expect([key, isIdleLetter({ ...NONE, key })]).toEqual([key, true]);
});

it('other keys are never idle', () => {
  turnLetterKeys(false);
  for (const key of [' ', 'Enter', 'F2', 'ArrowUp']) expect(isIdleLetter({ ...NONE, key })).toBe(false);
  expect(isIdleLetter({ ...NONE, key: 'k', ctrlKey: true })).toBe(false);
});

it('signs that a keyboard types with AltGr are no chords', () => {
  const pressed = (options: KeyboardEventInit) => new KeyboardEvent('keydown', { key: '[', ...options });
  expect(isChord(pressed({}))).toBe(false);
  expect(isChord(pressed({ ctrlKey: true, altKey: true, modifierAltGraph: true }))).toBe(false);
  expect(isChord(pressed({ ctrlKey: true }))).toBe(true);
  expect(isChord(pressed({ altKey: true }))).toBe(true);
  expect(isChord(pressed({ metaKey: true }))).toBe(true);
});

it('leaves keys and the words between them as they are on an English keyboard', () => {
  expect(['Ctrl+Shift+F', 'Alt+← / Alt+→', 'F2', 'Shift and Del', ', and .'].map(keyNames)).toEqual([
    'Ctrl+Shift+F',
    'Alt+← / Alt+→',
    'F2',
    'Shift and Del',
    ', and .',
  ]);
});
