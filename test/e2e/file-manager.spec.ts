import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { SMALL_PNG } from '../support/small-pictures.ts';
import { expectAccessible, watchForProblems } from './page-checks.ts';

// A library used as one uses a file manager, without any folder on disk behind it.

const NAMES = ['alpha.txt', 'beta.txt', 'gamma.txt', 'delta.txt'];

test.describe('a library as a file manager', () => {
  let place: string;
  let server: ServeProcess;
  let library: string;

  async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const token = readFileSync(join(place, 'data', 'cli-token'), 'utf8');
    const answer = await fetch(`${server.url}/api/local/v1/${path}`, {
      ...{ method, headers: { authorization: `Token ${token}`, 'content-type': 'application/json' } },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  async function makeLibrary(name: string, more: object = {}): Promise<string> {
    return String((await call('POST', 'libraries/', { name, ...more }))['id']);
  }

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    for (const name of NAMES) writeFileSync(join(place, name), `text of ${name}\n`);
    mkdirSync(join(place, 'Trip', 'Italy'), { recursive: true });
    writeFileSync(join(place, 'Trip', 'Italy', 'Rome.txt'), 'ruins\n');
    writeFileSync(join(place, 'Trip', 'plan.txt'), 'trains\n');
    server = await ServeProcess.start(join(place, 'data'));
    library = await makeLibrary('Papers');
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  const grid = (page: Page) => page.getByRole('grid', { name: 'Files', exact: true });
  const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });

  async function open(page: Page, id = library): Promise<void> {
    await page.goto(server.signInUrl);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.goto(`${server.url}/#/libraries/${id}/files`);
    await expect(page.getByRole('toolbar', { name: 'Files' })).toBeVisible();
    // Details of a file that goes while they are open ask about it once more, which browsers call an error.
    await page.evaluate(() => window.localStorage.setItem('keepfold.details', 'closed'));
    await page.reload();
    await expect(page.getByRole('toolbar', { name: 'Files' })).toBeVisible();
  }

  async function upload(page: Page, ...names: readonly string[]): Promise<void> {
    await page.getByLabel('Files to upload').setInputFiles(names.map((name) => join(place, name)));
  }

  async function undo(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(page.getByText(/^Undid /).last()).toBeVisible();
  }

  /** A file by the button of its row, a folder by the right mouse button; both are taken back. */
  async function renameByMenus(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Actions for alpha.txt' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.keyboard.type('first');
    await page.keyboard.press('Enter');
    await expect(row(page, 'first.txt')).toBeFocused();
    await page.keyboard.press('Control+z');
    await row(page, 'Letters').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.keyboard.type('Mail');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Mail')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(row(page, 'Letters')).toBeVisible();
  }

  test('files and folders are uploaded; a taken name is asked about, and Undo takes it back', async ({
    page,
  }) => {
    const problems = watchForProblems(page);
    await open(page);
    await expectAccessible(page);
    await upload(page, ...NAMES);
    await expect(row(page, 'alpha.txt')).toBeVisible();
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await expect(uploads.getByText('Saved')).toHaveCount(4);
    await expectAccessible(page);
    await uploads.getByRole('button', { name: 'Close the uploads' }).click();
    await expect(page.getByText(/^4.items/)).toBeVisible();

    await page.getByLabel('Folder to upload').setInputFiles(join(place, 'Trip'));
    await expect(row(page, 'Trip')).toBeVisible();

    writeFileSync(join(place, 'alpha.txt'), 'another text\n');
    await upload(page, 'alpha.txt', 'beta.txt');
    const question = page.getByRole('dialog', { name: 'This name is taken' });
    await expect(question.getByText('alpha.txt')).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('checkbox').check();
    await question.getByRole('button', { name: 'Keep both' }).click();
    await expect(row(page, 'alpha (1).txt')).toBeVisible();
    await undo(page);
    await expect(row(page, 'alpha (1).txt')).toHaveCount(0);

    await row(page, 'Trip').getByRole('link').click();
    await row(page, 'Italy').getByRole('link').click();
    await expect(row(page, 'Rome.txt')).toBeVisible();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(row(page, 'plan.txt')).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('items are made, renamed, moved, copied and deleted, and each is undone', async ({ page }) => {
    const problems = watchForProblems(page);
    await open(page);
    await upload(page, ...NAMES);
    await expect(row(page, 'alpha.txt')).toBeVisible();
    await page.getByRole('button', { name: 'Close the uploads' }).click();

    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Letters');
    await page.getByRole('button', { name: 'Create folder' }).click();
    await expect(row(page, 'Letters')).toBeVisible();

    await row(page, 'alpha.txt').click();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Move to the trash')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await row(page, 'alpha.txt').click();
    await page.keyboard.press('F2');
    await page.getByLabel('New name').fill('omega.txt');
    await page.keyboard.press('Enter');
    await expect(row(page, 'omega.txt')).toBeVisible();
    await expect(row(page, 'omega.txt')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(row(page, 'alpha.txt')).toBeVisible();

    await renameByMenus(page);

    await row(page, 'alpha.txt').click();
    await row(page, 'beta.txt').click({ modifiers: ['Shift'] });
    await expect(page.getByText(/5.items, 2 selected/)).toBeVisible();
    await page.getByRole('button', { name: 'Move to…' }).click();
    const picker = page.getByRole('dialog', { name: /^Move 2/ });
    await picker.getByText('Letters').dblclick();
    await expect(picker.getByText('No subfolders in here.')).toBeVisible();
    await expectAccessible(page);
    await picker.getByRole('button', { name: 'Move here' }).click();
    await expect(row(page, 'alpha.txt')).toHaveCount(0);
    await undo(page);
    await expect(row(page, 'alpha.txt')).toBeVisible();

    await row(page, 'gamma.txt').dragTo(row(page, 'Letters'));
    await expect(row(page, 'gamma.txt')).toHaveCount(0);
    await row(page, 'delta.txt').click();
    await page.keyboard.press('Control+c');
    await row(page, 'Letters').getByRole('link').click();
    await expect(row(page, 'gamma.txt')).toBeVisible();
    await row(page, 'gamma.txt').click();
    await page.keyboard.press('Control+v');
    await expect(row(page, 'delta.txt')).toBeVisible();

    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect(page.getByText('This folder is empty')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Control+z');
    await expect(row(page, 'delta.txt')).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('deleted items are shown among the others and come back; Space looks at one after the other', async ({
    page,
  }) => {
    const problems = watchForProblems(page);
    await open(page);
    await upload(page, ...NAMES);
    await expect(row(page, 'beta.txt')).toBeVisible();
    await page.getByRole('button', { name: 'Close the uploads' }).click();
    await row(page, 'beta.txt').click();
    await page.keyboard.press('Delete');
    await expect(row(page, 'beta.txt')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show deleted here' }).click();
    await expect(row(page, 'beta.txt').getByText('deleted', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await row(page, 'beta.txt').getByRole('button', { name: 'Restore beta.txt' }).click();
    await expect(row(page, 'beta.txt').getByRole('button', { name: /^Actions/ })).toBeAttached();

    await row(page, 'alpha.txt').click();
    await page.keyboard.press(' ');
    const look = page.getByRole('dialog');
    await expect(look.getByRole('textbox')).toHaveValue('text of alpha.txt\n');
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(look.getByRole('textbox')).toHaveValue('text of beta.txt\n');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(look).toHaveCount(0);
    await expect(row(page, 'beta.txt')).toBeFocused();
    expect(problems).toEqual([]);
  });

  test('pictures are shown as a grid, now and in the past, and looked at one after the other', async ({
    page,
  }) => {
    const problems = watchForProblems(page);
    for (const name of ['moon.png', 'sun.png']) writeFileSync(join(place, name), SMALL_PNG);
    await open(page);
    await upload(page, 'alpha.txt', 'moon.png', 'sun.png');
    await expect(row(page, 'sun.png')).toBeVisible();
    await page.getByRole('button', { name: 'Close the uploads' }).click();
    await page.getByRole('button', { name: 'As a grid' }).click();
    const tile = (name: string) => grid(page).getByRole('gridcell').filter({ hasText: name });
    await expect(tile('sun.png').locator('img')).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);

    await tile('alpha.txt').click();
    await page.keyboard.press('ArrowRight');
    await expect(tile('moon.png')).toBeFocused();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByText(/2.items selected/)).toBeVisible();
    await page.keyboard.press('Enter');
    const look = page.getByRole('dialog', { name: 'sun.png' });
    await expect(look.getByRole('img', { name: 'sun.png' })).toBeVisible();
    await expect(look.getByText('3 of 3')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('+');
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 640, height: 400 });
    await expectAccessible(page);
    await page.reload();
    await expect(tile('moon.png').locator('img')).toBeVisible();
    await page.keyboard.press('Control+t');
    await expect(page.getByText(/looking at|Back to now/).first()).toBeVisible();
    await expect(tile('moon.png').locator('img')).toBeVisible();
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });

  test('the trash of all libraries is searched, filtered, restored from and emptied', async ({ page }) => {
    const problems = watchForProblems(page);
    const other = await makeLibrary('Photos');
    await call('POST', `libraries/${other}/items/new-folder/`, { path: '/Album' });
    await call('POST', `libraries/${other}/items/delete/`, { folder: '/', names: ['Album'] });
    await open(page);
    await upload(page, ...NAMES);
    await expect(row(page, 'delta.txt')).toBeVisible();
    await call('POST', `libraries/${library}/items/delete/`, { folder: '/', names: NAMES });

    await page.getByRole('link', { name: 'Trash', exact: true }).first().click();
    const trash = page.getByRole('grid', { name: 'Trash' });
    const gone = (name: string) => trash.getByRole('row').filter({ hasText: name });
    await expect(gone('Album')).toBeVisible();
    await expect(page.getByText(/5.deleted items/)).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);

    await page.getByRole('searchbox', { name: 'Name' }).fill('ETA');
    await expect(gone('Album')).toHaveCount(0);
    await expect(gone('beta.txt')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Name' }).fill('nothing like it');
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await page.getByLabel('Kind').selectOption('Folders');
    await expect(gone('beta.txt')).toHaveCount(0);
    await page.getByLabel('Kind').selectOption('Files and folders');
    await expect(gone('beta.txt')).toBeVisible();

    await gone('alpha.txt').click();
    await gone('beta.txt').click({ modifiers: ['Control'] });
    await page.keyboard.press('r');
    await expect(gone('alpha.txt')).toHaveCount(0);
    await undo(page);
    await expect(gone('alpha.txt')).toBeVisible();

    await gone('gamma.txt').click();
    await page.keyboard.press(' ');
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('text of gamma.txt\n');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await expect(page.getByText(/history of the library still holds it/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove 1 item' }).click();
    await expect(gone('gamma.txt')).toHaveCount(0);

    await page.getByLabel('Library', { exact: true }).selectOption('Papers');
    await expect(gone('Album')).toHaveCount(0);
    await page.getByRole('button', { name: 'Empty trash…' }).click();
    await expectAccessible(page);
    await page.getByLabel(/^Type/).fill('Papers');
    await page.getByRole('button', { name: 'Empty trash', exact: true }).click();
    await expect(page.getByText('No matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect(gone('Album')).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('a locked library is unlocked in place', async ({ page }) => {
    const secret = await makeLibrary('Secret', { password: 'correct horse battery' });
    await call('DELETE', `libraries/${secret}/unlock/`);
    await open(page, secret);
    await expect(page.getByText('The contents are locked.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
    await expectAccessible(page);
    await upload(page, 'alpha.txt');
    await expect(page.getByText('Nothing was uploaded.')).toBeVisible();
    await expect(page.getByText(/Unlock it with its password, then try again\.$/)).toBeVisible();
    await page.getByLabel('Password of the library').fill('wrong');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByText(/does not open this library/)).toBeVisible();
    await page.getByLabel('Password of the library').fill('correct horse battery');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByText('The contents are locked.')).toHaveCount(0);
    await upload(page, 'alpha.txt');
    await expect(row(page, 'alpha.txt')).toBeVisible();
  });
});
