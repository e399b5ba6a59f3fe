import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { filesHref } from '../../src-renderer/format/address.ts';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { ServeProcess } from '../support/serve-process.ts';
import { SMALL_PNG } from '../support/small-pictures.ts';
import { storeTold } from '../support/told-library.ts';

const JANUARY_OF_YEAR_1 = -62_135_596_800 + 10 * 86_400;

test('files that cost more than they look are shown or refused in words', async ({ page }) => {
  const place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
  const dataDir = join(place, 'data');
  let server = await ServeProcess.start(dataDir);
  const { id } = await server.call<LocalLibraryJson>('POST', 'libraries/', { name: 'Papers' });
  await server.stop();
  const huge = Buffer.from(SMALL_PNG);
  huge.writeUInt32BE(50_000, 16);
  huge.writeUInt32BE(50_000, 20);
  const line = Array.from({ length: 50 }, (_, at) => Buffer.alloc(1_000_000, `${at} `));
  await storeTold(dataDir, id, {
    '/huge.png': { blocks: [huge] },
    '/line.txt': { blocks: line },
    '/old.txt': { blocks: ['old'], mtimeSeconds: JANUARY_OF_YEAR_1 },
  });
  server = await ServeProcess.startAgain(dataDir);
  try {
    await page.addInitScript((token) => sessionStorage.setItem('keepfold.token', token), server.token);
    await page.goto(`${server.url}/${filesHref(id)}`);
    const row = (name: string) => page.getByRole('row', { name });
    await expect(row('old.txt')).toContainText(/Jan \d+, 1\b/);
    await row('line.txt').click();
    await page.keyboard.press('Space');
    const look = page.getByRole('dialog');
    await expect(look.getByText('Only the beginning of the file.')).toBeVisible();
    await page.keyboard.press('Escape');
    await row('huge.png').click();
    await page.keyboard.press('Space');
    await expect(look.getByText('The picture cannot be shown.')).toBeVisible();
  } finally {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  }
});
