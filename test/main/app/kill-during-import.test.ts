import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkOffline } from '../../../src-main/app/maintenance.ts';
import { MARKER_FILE } from '../../../src-main/folder/disk/own-files.ts';
import { STOPPED_CODE } from '../../support/process-ends.ts';
import { randomBytesOf } from '../../support/seeded-random.ts';
import { serveApp, untilIdle } from '../../support/served-app.ts';

const KILLS = 5;
const FOLDERS = 40;
const FILES_A_FOLDER = 50;

/** Numbers from 0 to 1, the same in every run. */
function sameNumbers(seed: string): () => number {
  const bytes = randomBytesOf(seed, 40_000);
  let at = 0;
  return () => {
    at = (at + 4) % bytes.length;
    return bytes.readUInt32LE(at) / 2 ** 32;
  };
}

const places: string[] = [];
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true });
});

/** Path and content of every file below a folder, by path. */
function contentOf(root: string): Map<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== MARKER_FILE)
    .sort();
  const files = names.filter((name) => statSync(join(root, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(root, name), 'latin1')]));
}

function makeTree(root: string, random: () => number): void {
  for (let folder = 0; folder < FOLDERS; folder++) {
    const dir = join(root, `folder ${folder}`, 'inner');
    mkdirSync(dir, { recursive: true });
    for (let file = 0; file < FILES_A_FOLDER; file++) {
      const size = Math.floor(random() * 20_000);
      writeFileSync(join(dir, `file-${file}.txt`), `${folder}/${file}\n`.repeat(size / 8));
    }
  }
  // One file with a block of its own, so that both ways of storing are interrupted.
  writeFileSync(join(root, 'large.bin'), Buffer.alloc(9_000_000, 'large'));
}

describe('an import that is killed again and again', () => {
  it(`is sound after each of ${KILLS} kills and completes after the last`, { timeout: 120_000 }, async () => {
    const place = mkdtempSync(join(tmpdir(), 'keepfold-kill-'));
    places.push(place);
    const [dataDir, root] = [join(place, 'data'), join(place, 'tree')];
    const random = sameNumbers('kill during import');
    makeTree(root, random);

    const first = await serveApp(dataDir);
    await first.client.call('POST folders/', { path: root });
    await first.kill();
    for (let kill = 1; kill < KILLS; kill++) {
      const report = await checkOffline(dataDir, true);
      expect(report.problems, `after kill ${kill}`).toEqual([]);
      const app = await serveApp(dataDir);
      await new Promise((resolve) => setTimeout(resolve, random() * 700));
      await app.kill();
    }

    const app = await serveApp(dataDir);
    const folder = await untilIdle(app.client, 60_000);
    const { commits } = await app.client.call('GET libraries/:library_id/history/', {
      library_id: folder.library_id,
    });
    const out = join(place, 'out');
    await app.client.call('POST libraries/:library_id/export/', { library_id: folder.library_id, to: out });
    expect(await app.stop()).toBe(STOPPED_CODE);

    expect(folder.file_count).toBe(FOLDERS * FILES_A_FOLDER + 1);
    expect(contentOf(out)).toEqual(contentOf(root));
    expect(commits.at(-1)?.description).toBe('Created library');
    expect((await checkOffline(dataDir, true)).sound).toBe(true);
  });
});
