import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { StartedWindow } from '../support/started-window.ts';
import { expectAccessible } from './page-checks.ts';
import { test } from './shells.ts';

const KEEPS_RUNNING = 'keepfold: the window is closed, and Keepfold goes on saving';

test.describe('the app window', { tag: '@window' }, () => {
  test('asks what closing it means, opens again at the next start, and remembers to quit', async ({
    started,
    place,
  }) => {
    const { window, server, page } = started;
    if (window === null) throw new Error('this is no test for a tab');
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);

    const first = await closed(window, page);
    await expect(first.getByRole('heading')).toHaveText('Keep saving your folders without the window?');
    await expect(first.getByRole('button', { name: 'Keep running' })).toBeFocused();
    await expectAccessible(first);
    await first.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(first);
    await first.getByRole('button', { name: 'Keep running' }).click();
    await window.said(KEEPS_RUNNING);

    const again = await window.startAgain();
    expect(again).toEqual({ code: 0, said: 'Keepfold is running already. Its window opens.\n' });
    const second = await window.page();
    await expect(second.getByRole('button', { name: 'Account' })).toBeVisible();
    expect(new URL(second.url()).origin).toBe(server.url);

    const question = await closed(window, second);
    await question.getByRole('checkbox', { name: 'Do not ask again' }).check();
    await question.getByRole('button', { name: 'Quit' }).click();
    await window.said('keepfold: the window is closed, and Keepfold ends\n');
    expect(await window.ended()).toBe(0);
    const kept = readFileSync(join(place, 'config/keepfold/desktop.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual({ closing: 'quit' });
  });
});

/** Closes the window; the one that asks. */
async function closed(window: StartedWindow, page: Page): Promise<Page> {
  await window.close(page);
  return await window.page();
}
