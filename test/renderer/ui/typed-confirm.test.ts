import { createRawSnippet } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import TypedConfirm from '../../../src-renderer/ui/TypedConfirm.svelte';

const children = createRawSnippet(() => ({ render: () => '<p>What is lost.</p>' }));

async function show() {
  const onconfirm = vi.fn();
  const onclose = vi.fn();
  const props = { title: 'Empty the trash?', expected: 'Documents', action: 'Empty trash', children };
  const screen = await render(TypedConfirm, { ...props, onconfirm, onclose });
  return { screen, onconfirm, onclose };
}

describe('TypedConfirm', () => {
  it('puts the focus on the safe button', async () => {
    const { screen } = await show();
    await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('does nothing until the name is typed exactly', async () => {
    const { screen, onconfirm } = await show();
    const button = screen.getByRole('button', { name: 'Empty trash' });
    await expect.element(button).toBeDisabled();
    await screen.getByRole('textbox').fill('documents');
    await expect.element(button).toBeDisabled();
    await screen.getByRole('textbox').fill('Documents');
    await button.click();
    expect(onconfirm).toHaveBeenCalledOnce();
  });

  it('closes with Escape', async () => {
    const { screen, onclose } = await show();
    await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(onclose).toHaveBeenCalledOnce();
  });
});
