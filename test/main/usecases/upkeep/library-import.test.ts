import { describe, expect, it, onTestFinished } from 'vitest';
import { createBackupSource } from '../../../../src-main/app/backup-source.ts';
import { dataDirAt, loadSecret } from '../../../../src-main/app/data-dir.ts';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { importLibrary } from '../../../../src-main/usecases/upkeep/library-import.ts';
import { backedUpWorld, openBackupWorld, refusalOf } from '../../../support/backup-world.ts';
import { openDataWorld } from '../../../support/data-world.ts';

/** A fresh server, and what brings the only library of a backup to it. */
async function importing() {
  const { library, folder } = await backedUpWorld();
  const fresh = await openBackupWorld();
  let isOpen = true;
  const close = async () => {
    if (isOpen) await fresh.store.close();
    isOpen = false;
  };
  onTestFinished(close);
  const dataDir = dataDirAt(fresh.path);
  const source = createBackupSource({ dataDir, secret: loadSecret(dataDir), linked: () => [] });
  const backup = await source.open(folder);
  onTestFinished(backup.close);
  const stored = backup.libraryTable.find(library);
  if (stored === null) throw new Error('the library is not in the backup');
  const { deletedLibraries, changeLibrary } = fresh;
  const deps = { ...fresh.store, ...fresh.store.tables, deletedLibraries, changeLibrary };
  const way = { signal: new AbortController().signal, onBytes: (_: number) => undefined };
  return { library, fresh, close, deps, imported: { backup, source: stored, target: stored, ...way } };
}

describe('a library out of a backup', { timeout: 60_000 }, () => {
  it('has its commits under the ids that they had, and tells how much was read', async () => {
    const { library, fresh, deps, imported } = await importing();
    let bytes = 0;
    const onBytes = (some: number) => {
      bytes += some;
    };
    expect(await importLibrary(deps, { ...imported, onBytes })).toBe(0);
    expect(bytes).toBeGreaterThan(1_100_000);
    const { historyTable, libraryTable } = fresh.store.tables;
    const idsIn = (table: Pick<typeof historyTable, 'range'>) =>
      table.range(library, { from: 4, downTo: 1, limit: 10 }).map(({ id }) => id);
    expect(idsIn(historyTable)).toHaveLength(4);
    expect(idsIn(historyTable)).toEqual(idsIn(imported.backup.historyTable));
    expect(libraryTable.find(library)).toMatchObject({ name: 'Papers', headSeq: 4, status: 'normal' });
    expect((await fresh.check({ full: true })).problems).toEqual([]);
  });

  it('is not there before all of it is, and leaves nothing where that is ended', async () => {
    const { library, fresh, deps, imported } = await importing();
    const ending = new AbortController();
    const seen: unknown[] = [];
    const onBytes = () => {
      seen.push(fresh.store.tables.libraryTable.find(library));
      ending.abort(new Error('ended'));
    };
    expect(await refusalOf(importLibrary(deps, { ...imported, signal: ending.signal, onBytes }))).toBe(
      'Error: ended',
    );
    expect(seen[0]).toBe(null);
    expect(fresh.store.tables.libraryTable.isKnown(library)).toBe(false);
    expect(await fresh.states()).toEqual({});
    expect(await importLibrary(deps, imported)).toBe(0);
  });

  it('is refused where its history has gaps or its name is none', async () => {
    const { fresh, deps, imported } = await importing();
    const { backup, target } = imported;
    const range = (...args: Parameters<typeof backup.historyTable.range>) =>
      backup.historyTable.range(...args).filter(({ seq }) => seq !== 2);
    const holed = { ...backup, historyTable: { ...backup.historyTable, range } };
    expect(await refusalOf(importLibrary(deps, { ...imported, backup: holed }))).toBe(
      'object-missing history',
    );
    const named = { ...target, name: 'a/b' };
    expect(await refusalOf(importLibrary(deps, { ...imported, target: named }))).toMatch(/^name-invalid/);
    expect(await fresh.states()).toEqual({});
  });

  it('stays when it has arrived and its head could not be journalled', async () => {
    const { library, fresh, close, deps, imported } = await importing();
    const publishLibrary = async (_: unknown, show: () => void) => {
      fresh.store.tables.transaction(show);
      throw new DomainError('library-read-only', { value: library });
    };
    const failing = { ...deps, changeLibrary: { publishLibrary } };
    expect(await refusalOf(importLibrary(failing, imported))).toBe('library-read-only');
    expect(Object.keys(await fresh.states())).toEqual([library]);
    await close();
    const again = await openDataWorld(fresh.path);
    onTestFinished(() => again.store.close());
    await again.deletedLibraries.finishPurges();
    expect((await again.check({ full: true })).problems).toEqual([]);
    expect(again.store.journal.lastHeadOf(library)).toMatchObject({ type: 'head' });
  });
});
