import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible, expectAccessibleInBothLooks, watchForProblems } from './page-checks.ts';

// Somebody keeps a copy of everything on another disk, in a real browser, against the real server.

test.describe('keeping a backup', () => {
  let place: string;
  let stick: string;
  let server: ServeProcess;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    stick = join(place, 'stick');
    mkdirSync(stick);
    server = await ServeProcess.start(join(place, 'data'));
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('a folder is chosen, everything is copied there, and it says so', async ({ page }) => {
    const problems = watchForProblems(page);
    await server.call('POST', 'libraries/', { name: 'Papers' });
    await page.goto(server.signInUrl);
    await expect(page.getByRole('heading', { name: 'Your libraries are saved' })).toBeVisible();

    await openBackup(page);
    await expect(page.getByText(/^Nothing is copied to another disk yet/)).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await page.getByRole('button', { name: 'Choose a folder…' }).click();
    await expectAccessible(page);

    const other = join(place, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'holiday.jpg'), 'mine');
    await page.getByLabel('Folder for the backup').fill(other);
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await expect(page.getByText(/^This folder is not empty/)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Folder for the backup').fill(stick);
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await expect(page.getByText('This is no backup yet')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use it anyway' }).click();
    await expect(page.getByText(/^Last backup/)).toBeVisible();
    expect(readdirSync(stick)).toEqual(expect.arrayContaining(['keepfold.db', 'heads.journal', 'storage']));
    await expectAccessibleInBothLooks(page);

    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(page.getByText(/^Last backup .*: nothing new$/)).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByText(/^The backup is on the same disk as the data/)).toBeVisible();

    await openBackup(page);
    renameSync(stick, join(place, 'unplugged'));
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(page.getByText('The backup folder is unavailable', { exact: true })).toBeVisible();
    await expectAccessibleInBothLooks(page);
    // The two refusals, which browsers note as trouble of the page.
    expect(problems.filter((text) => !text.includes('409'))).toEqual([]);
  });
});

test.describe('a folder in the memory of the computer', () => {
  test('is said to be no backup, before it is taken and ever after', async ({ page }, testInfo) => {
    testInfo.skip(process.platform !== 'linux', 'Linux alone has such folders');
    const place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    const memory = mkdtempSync('/dev/shm/keepfold-e2e-');
    const server = await ServeProcess.start(join(place, 'data'));
    try {
      await server.call('POST', 'libraries/', { name: 'Papers' });
      await page.goto(server.signInUrl);
      await expect(page.getByRole('heading', { name: 'Your libraries are saved' })).toBeVisible();
      await openBackup(page);
      await page.getByRole('button', { name: 'Choose a folder…' }).click();
      await page.getByLabel('Folder for the backup').fill(memory);
      await page.getByRole('button', { name: 'Use this folder' }).click();
      await expect(page.getByText(/^The folder is in the memory of the computer/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Use it anyway' }).click();
      await expect(page.getByText(/^Last backup/)).toBeVisible();
      await expect(page.getByText('This is no backup yet')).toBeVisible();
      await expect(page.getByText(/^The folder is in the memory of the computer/)).toBeVisible();
      await page.getByRole('link', { name: 'Home' }).click();
      await expect(page.getByText(/^The backup is in the memory of this computer/)).toBeVisible();
    } finally {
      await server.stop();
      rmSync(place, { recursive: true, force: true });
      rmSync(memory, { recursive: true, force: true });
    }
  });
});

test.describe('rehearsing a restore', () => {
  let place: string;
  let stick: string;
  let server: ServeProcess;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    for (const name of ['stick', 'Films']) mkdirSync(join(place, name));
    stick = join(place, 'stick');
    writeFileSync(join(place, 'Films', 'film.bin'), 'x'.repeat(1_200_000));
    writeFileSync(join(place, 'Films', 'notes.txt'), 'a note');
    server = await ServeProcess.start(join(place, 'data'));
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test('files come back from it, and one that is damaged there is named', async ({ page }) => {
    await server.call('POST', 'folders/', { path: join(place, 'Films'), name: 'Films' });
    await page.goto(server.signInUrl);
    await expect(page.getByText(/^Every saved file was read and found intact, or is new, on /)).toBeVisible();
    await server.call('PUT', 'backup/', { folder: stick });
    await openBackup(page);
    await expect(page.getByText(/^No restore from the backup has been tested yet/)).toBeVisible();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(page.getByText(/^Last backup/)).toBeVisible();
    await page.getByRole('button', { name: 'Test now' }).click();
    await expect(page.getByText(/2.files \(1\.2.MB\) came back from the backup unchanged\.$/)).toBeVisible();
    await expectAccessibleInBothLooks(page);

    const blocks = readdirSync(stick, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('blocks'))
      .map((name) => join(stick, name))
      .filter((path) => statSync(path).isFile());
    for (const path of blocks) {
      const bytes = readFileSync(path);
      bytes[9_000] = (bytes[9_000] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    }
    await page.getByRole('button', { name: 'Test now' }).click();
    await expect(page.getByText('Films: /film.bin')).toBeVisible();
    await expectAccessibleInBothLooks(page);
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByText(/1.file did not come back from the backup\.$/)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Issues' }).getByText('Films: /film.bin')).toBeVisible();
    await expectAccessibleInBothLooks(page);
  });
});

async function openBackup(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByLabel('Search the settings').fill('backup');
  await expect(page.getByRole('heading', { name: 'Backup' })).toBeVisible();
}
