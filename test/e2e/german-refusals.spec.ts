import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ServeProcess } from '../support/serve-process.ts';
import { expectAccessible } from './page-checks.ts';

// What the service refuses is said in the language of the page.

test.describe('refusals in German', () => {
  let place: string;
  let linked: string;
  let server: ServeProcess;

  test.beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    linked = join(place, 'Briefe');
    mkdirSync(linked);
    writeFileSync(join(linked, 'anna.txt'), 'Liebe Anna\n');
    server = await ServeProcess.start(join(place, 'data'));
    await server.link(linked);
  });

  test.afterAll(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  async function open(page: Page, hash: string): Promise<void> {
    await page.addInitScript((token) => {
      sessionStorage.setItem('keepfold.token', token);
      localStorage.setItem('keepfold.language', 'de');
    }, server.token);
    await page.goto(`${server.url}/${hash}`);
  }

  async function expectTexts(page: Page, words: string): Promise<void> {
    await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
    await expectAccessible(page);
  }

  test('say of a folder that it is not there', async ({ page }) => {
    await open(page, '#/libraries');
    await page.getByRole('button', { name: 'Ordner hinzufügen' }).first().click();
    await page.getByLabel('Ordner auf diesem Computer').fill(join(place, 'nirgends'));
    await page.getByRole('button', { name: 'Weiter' }).click();
    await expectTexts(page, 'Diesen Ordner gibt es nicht. Prüfe den Pfad.');
  });

  test('say of a backup that it cannot lie in a folder that is saved', async ({ page }) => {
    await open(page, '#/settings');
    await page.getByRole('button', { name: 'Ordner auswählen…' }).click();
    await page.getByLabel('Ordner für das Backup').fill(linked);
    await page.getByRole('button', { name: 'Diesen Ordner nehmen' }).click();
    await expectTexts(
      page,
      'Dieser Ordner liegt in einem, den Keepfold sichert. Wähle einen außerhalb davon.',
    );
  });

  test('say of a folder that it holds no backup', async ({ page }) => {
    await open(page, '#/settings');
    await page.getByRole('button', { name: 'Aus einem Backup wiederherstellen…' }).click();
    const other = join(place, 'Anderes');
    mkdirSync(other);
    await page.getByLabel('Backup-Ordner').fill(other);
    await page.getByRole('button', { name: 'Inhalt zeigen' }).click();
    await expectTexts(page, 'In diesem Ordner ist kein Backup.');
  });
});
