import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { DownloadLinkJson } from '../../src-shared/contents-api.ts';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { ServeProcess } from '../support/serve-process.ts';
import { storeTold } from '../support/told-library.ts';

// A browser keeps the connection on which it read a file, and takes what comes next on it for its next answer.

const BODY = '<script>document.title = "taken over"</script>';
const SMUGGLED = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
/** So much of it that there is some left whenever the next request comes. */
const FLOOD = Buffer.from(SMUGGLED.repeat(1_000));
const ROUNDS = 50;

test.describe('a stored library that lies about sizes', () => {
  let place: string;
  let server: ServeProcess;
  let library: string;

  test.beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'keepfold-e2e-'));
    const dataDir = join(place, 'data');
    server = await ServeProcess.start(dataDir);
    library = (await server.call<LocalLibraryJson>('POST', 'libraries/', { name: 'Papers' })).id;
    await server.stop();
    const blocks = [
      'x',
      ...Array.from({ length: 4 }, (_, at) => Buffer.concat([FLOOD, Buffer.from(String(at))])),
    ];
    await storeTold(dataDir, library, {
      '/row.bin': { blocks, rowBytes: 1 },
      '/object.bin': { blocks, rowBytes: 1, objectBytes: 1 },
      '/long.bin': { blocks: ['x'], rowBytes: 1_000 },
    });
    server = await ServeProcess.startAgain(dataDir);
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  });

  /** Reads the file and asks the service something right after it, again and again: what it is told. */
  async function answersAfter(page: Page, path: string): Promise<string[]> {
    const { url } = await server.call<DownloadLinkJson>('POST', `libraries/${library}/download-link/`, {
      path,
    });
    return page.evaluate(
      async ({ file, token, rounds }) => {
        const answers: string[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const read = fetch(file).then((answer) => answer.arrayBuffer());
          await read.catch(() => null);
          const answer = await fetch('/api2/auth/ping/', { headers: { Authorization: `Token ${token}` } });
          answers.push(await answer.text());
        }
        return answers;
      },
      { file: url, token: server.token, rounds: ROUNDS },
    );
  }

  test('gets none of its bytes taken for an answer of the service', async ({ page }) => {
    await page.goto(server.url);
    for (const path of ['/row.bin', '/object.bin', '/long.bin'])
      expect(await answersAfter(page, path)).toEqual(Array(ROUNDS).fill('"pong"'));
    await page.reload();
    await expect(page).toHaveTitle(/Keepfold/);
  });
});
