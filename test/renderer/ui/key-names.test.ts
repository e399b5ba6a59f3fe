import { expect, it } from 'vitest';
import { keyNames } from '../../../src-renderer/ui/key-names.ts';

it('leaves keys and the words between them as they are on an English keyboard', () => {
  expect(['Ctrl+Shift+F', 'Alt+← / Alt+→', 'F2', 'Shift and Del', ', and .'].map(keyNames)).toEqual([
    'Ctrl+Shift+F',
    'Alt+← / Alt+→',
    'F2',
    'Shift and Del',
    ', and .',
  ]);
});
