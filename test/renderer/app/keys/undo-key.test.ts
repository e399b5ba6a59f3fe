import { afterEach, expect, it, vi } from 'vitest';
import { undoByKey } from '../../../../src-renderer/app/keys/undo-key.ts';

afterEach(() => document.body.replaceChildren());

function dialog(role: string, state: 'open' | 'closed'): void {
  const shown = document.createElement('div');
  shown.setAttribute('role', role);
  shown.setAttribute('data-state', state);
  document.body.replaceChildren(shown);
}

it.each([
  ['dialog', 'open', 0],
  ['alertdialog', 'open', 0],
  ['dialog', 'closed', 1],
] as const)('undoes nothing behind an open question: %s, %s', (role, state, times) => {
  dialog(role, state);
  const undoLast = vi.fn(() => true);
  undoByKey({ undoLast });
  expect(undoLast).toHaveBeenCalledTimes(times);
});
