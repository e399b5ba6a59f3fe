import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { PublicLinkJson } from '../../src-shared/sharing-api.ts';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, expectAccessibleInBothLooks, watchForProblems } from './page-checks.ts';

// Opening a library to somebody else, and to whoever has a link.

const PASSWORD = 'correct horse battery';
// A busy machine derives keys from passwords for seconds.

test.describe('sharing with Keepfold', () => {
  let place: string;
  let server: ServeProcess;
  let library: string;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    const folder = join(place, 'Papers');
    mkdirSync(join(folder, 'Letters'), { recursive: true });
    writeFileSync(join(folder, 'Thesis.txt'), 'first thoughts');
    server = await ServeProcess.start(join(place, 'data'));
    library = await server.link(folder);
    await server.addUser('anna@example.com', PASSWORD, 'Anna');
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  async function signedIn(browser: Browser): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await page.goto(server.url);
    await page.getByLabel('E-mail').fill('anna@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('link', { name: 'Shared', exact: true })).toBeVisible();
    return page;
  }

  async function openMenu(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Libraries', exact: true }).click();
    await page.getByRole('button', { name: 'Actions for Papers' }).click();
  }

  test('a library goes to somebody, with another right, and back, each with undo', async ({
    page,
    browser,
  }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await page.getByRole('link', { name: 'Shared', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'You share no libraries' })).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “Papers”' });
    await expect(dialog.getByText('This library is not shared with anyone yet.')).toBeVisible();
    await dialog.getByLabel('Add a person or group').fill('ann');
    await dialog.getByRole('button', { name: 'Add Anna' }).click();
    await expect(
      dialog.getByRole('list', { name: 'Shared with' }).getByText('anna@example.com'),
    ).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await dialog.getByLabel('Access of Anna').selectOption('Can edit');
    await expect(page.getByText('Access of Anna changed: Can edit')).toBeVisible();

    const annas = await signedIn(browser);
    await annas.getByRole('link', { name: 'Shared', exact: true }).click();
    await annas.getByText('With me').click();
    const received = annas.getByRole('grid', { name: 'With me' });
    await expect(received.getByRole('row', { name: /Papers/ }).getByText('Can edit')).toBeVisible();
    await expectAccessibleInBothLooks(annas);

    await dialog.getByRole('button', { name: 'Stop sharing with Anna' }).click();
    await expect(annas.getByRole('heading', { name: 'Nothing is shared with you' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(received.getByRole('row', { name: /Papers/ })).toBeVisible();
    await annas.getByRole('button', { name: 'Actions for Papers' }).click();
    await annas.getByRole('menuitem', { name: 'Leave…' }).click();
    await expectAccessible(annas);
    await annas.getByRole('button', { name: 'Leave library' }).click();
    await expect(annas.getByRole('heading', { name: 'Nothing is shared with you' })).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('a folder goes to somebody, who has it as a library and nothing else', async ({ page, browser }) => {
    const problems = watchForProblems(page);
    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${server.url}/#/libraries/${library}/files`);
    await page.getByText('Letters').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “Letters”' });
    await expect(dialog.getByText('This folder is not shared on its own yet.')).toBeVisible();
    await dialog.getByLabel('Add a person or group').fill('ann');
    await dialog.getByRole('button', { name: 'Add Anna' }).click();
    await expect(page.getByText('“Letters” is shared with Anna')).toBeVisible();
    await dialog.getByLabel('Access of Anna').selectOption('Can edit');
    await expect(page.getByText('Access of Anna changed: Can edit')).toBeVisible();
    await expectAccessibleInBothLooks(page);

    const annas = await signedIn(browser);
    await annas.getByRole('link', { name: 'Shared', exact: true }).click();
    await annas.getByText('With me').click();
    const received = annas.getByRole('grid', { name: 'With me' });
    const row = received.getByRole('row', { name: /Letters/ });
    await expect(row.getByText(/^Folder of “Papers”, /)).toBeVisible();
    await expect(received.getByRole('row', { name: /^Papers/ })).toHaveCount(0);
    await expectAccessibleInBothLooks(annas);

    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Shared', exact: true }).click();
    await expect(page.getByText('in “Papers”')).toBeVisible();
    await page.getByText('Letters', { exact: true }).dblclick();
    await dialog.getByRole('button', { name: 'Stop sharing with Anna' }).click();
    await expect(annas.getByRole('heading', { name: 'Nothing is shared with you' })).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('a link is made with a password, opened, changed, removed and brought back', async ({
    page,
    browser,
  }) => {
    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${server.url}/#/libraries/${library}/files`);
    await page.getByText('Thesis.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “Thesis.txt”' });
    await expect(
      dialog.getByText('To share with people, share the library or the folder it is in.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'New link' }).click();
    await dialog.getByLabel('Password').fill('long enough');
    await dialog.getByLabel('Expires').selectOption({ label: 'In 7\u00a0days' });
    await expectAccessibleInBothLooks(page);
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    const url = await dialog.getByRole('list', { name: 'Links' }).locator('code').textContent();
    expect(url).toContain(`${server.url}/f/`);

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(url ?? '');
    await visitor.getByLabel('Password').fill('long enough');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByText('Thesis.txt').first()).toBeVisible();

    await dialog.getByRole('button', { name: 'Change the link to Thesis.txt' }).click();
    await dialog.getByLabel('Remove the password').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The link was changed')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Shared', exact: true }).click();
    await page.getByText('My links').click();
    const links = page.getByRole('grid', { name: 'My links' });
    await expect(links.getByRole('row', { name: /Thesis\.txt/ })).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await links.getByText('Thesis.txt').click();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('heading', { name: 'You have no links' })).toBeVisible();
    expect((await fetch(url ?? '')).status).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(links.getByRole('row', { name: /Thesis\.txt/ })).toBeVisible();
    expect((await fetch(url ?? '')).status).toBe(200);
  });

  test('a visitor puts files into a folder, and is told so in their own language', async ({ browser }) => {
    const request = { kind: 'upload', library_id: library, path: '/Letters' };
    const { url } = await server.call<PublicLinkJson>('POST', 'public-links/', request);
    const visitor = await (await browser.newContext({ locale: 'de-DE' })).newPage();
    const problems = watchForProblems(visitor);
    await visitor.goto(url);
    await expect(visitor.getByRole('heading', { name: 'Nach „Letters“ hochladen' })).toBeVisible();
    await expectAccessibleInBothLooks(visitor);
    const files = ['Über uns.txt', '100 % <b>.txt'].map((name) => ({
      ...{ name, mimeType: 'text/plain', buffer: Buffer.from(`of ${name}`) },
    }));
    await visitor.getByLabel('Dateien auswählen').setInputFiles(files);
    await visitor.getByRole('button', { name: 'Hochladen' }).click();
    await expect(visitor.getByRole('heading', { name: 'Alles ist hochgeladen' })).toBeVisible();
    await expect(visitor.getByRole('listitem')).toHaveText([
      ...['Über uns.txtHochgeladen', '100 % <b>.txtHochgeladen'],
    ]);
    await expectAccessibleInBothLooks(visitor);
    for (const { name } of files) {
      const path = join(place, 'Papers', 'Letters', name);
      await expect(() => expect(readFileSync(path, 'utf8')).toBe(`of ${name}`)).toPass();
    }
    await expect(visitor.getByLabel('Dateien auswählen')).toBeVisible();
    await visitor.goto(`${server.url}/f/${'0'.repeat(20)}/`);
    await expect(visitor.getByRole('heading', { name: 'Diesen Link gibt es nicht' })).toBeVisible();
    expect(problems.filter((line) => !line.includes('404'))).toEqual([]);
  });

  test('a library leaves Keepfold as one archive, as it is or was', async ({ page }) => {
    await page.goto(server.signInUrl);
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export “Papers”' });
    await dialog.getByText('As it was').click();
    await expect(dialog.getByText(/^Last change before then:/)).toBeVisible();
    await expectAccessibleInBothLooks(page);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download the archive' }).click();
    expect((await download).suggestedFilename()).toBe('Papers.zip');
  });
});
