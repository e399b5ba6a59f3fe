import type { RelinkFolderJson } from '../../../src-shared/folder-choices-api.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { appendAll } from '../../core/append-all.ts';
import { type FolderEntry, joinPath } from '../../core/folder/folder-entry.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import { codeOf } from '../disk/disk-error.ts';
import type { FileSystem } from '../disk/file-system.ts';
import { mark, unmark } from '../disk/own-files.ts';
import { type ChosenRoot, chooseRoot, refused } from '../disk/root-choice.ts';
import { consentAfterReading } from '../ignore/ignore-consent.ts';
import type { FolderReader } from '../ports.ts';
import type { FolderRunners } from './folder-runners.ts';
import { indexedFiles } from './indexed-files.ts';
import type { LinkedFolderRunner } from './linked-folder.ts';
import type { LinkedFoldersDependencies } from './linked-folders-setup.ts';

/** Files that are looked up to find out whether a place holds the linked folder. */
const MAX_ASKED = 1000;

/** A place to which a linked folder may have moved, with a reader and a file system there. */
interface NewPlace {
  readonly root: ChosenRoot;
  readonly reader: FolderReader;
  readonly fileSystem: FileSystem;
}

/** Continues a linked folder at another place. */
export function createRelinking(deps: LinkedFoldersDependencies, runners: FolderRunners) {
  const { rows, index } = deps;

  /**
   * The folder is at another place now: moved, mounted elsewhere, or without its mark. The index stays. At a place
   * without the mark, missing files are written again rather than taken for deleted.
   * @throws DomainError `linked-folder-not-found`, `linked-folder-refused`
   */
  async function relink(id: string, { path, force = false }: RelinkFolderJson): Promise<LinkedFolderJson> {
    const runner = runners.find(id);
    const others = rows.list().filter((other) => other.id !== runner.folder.id);
    const linked = others.map((other) => other.path);
    const root = await chooseRoot(path, { dataDir: deps.dataDir, linked });
    const place = { root, reader: deps.openReader(root.path), fileSystem: deps.openFileSystem(root.path) };
    try {
      const isMarked = (await markAt(place.reader)) === runner.folder.id;
      if (!isMarked && !force) await requireAlike(runner.folder, place);
      await move(runner, place, isMarked);
    } finally {
      await place.reader.close();
    }
    deps.events.emit({ type: 'folders' });
    return runners.find(id).toJson();
  }

  async function requireAlike(folder: LinkedFolder, { reader, fileSystem }: NewPlace): Promise<void> {
    const found = await markAt(reader);
    if (found !== null && found !== '') throw refused('other-mark', found);
    const { asked, shared } = await countShared(folder, fileSystem);
    if (shared * 2 < asked) throw refused('few-shared', `${shared}/${asked}`);
  }

  async function countShared(folder: LinkedFolder, fileSystem: FileSystem) {
    let asked = 0;
    let shared = 0;
    for (const row of indexedFiles(index, folder.key)) {
      if (asked === MAX_ASKED) break;
      asked++;
      if (await isThere(row, fileSystem)) shared++;
    }
    return { asked, shared };
  }

  async function move(runner: LinkedFolderRunner, place: NewPlace, isMarked: boolean): Promise<void> {
    const { id, key, path: oldPath } = runner.folder;
    const { root, fileSystem } = place;
    await runner.stop();
    try {
      const missing = isMarked ? [] : await missingRows(place, runner);
      if (!isMarked && !(await mark(fileSystem, id))) throw refused('not-writable', root.path);
      deps.transaction(() => {
        rows.setPath(id, root.path);
        rows.setRoot(id, root);
        rows.setMarked(id);
        rows.setSynced(id, '');
        index.apply(key, { removed: missing, put: [] });
      });
      if (oldPath !== root.path) await unmarkOld(id, oldPath);
    } finally {
      const folder = rows.find(id);
      if (folder !== null) runners.open(folder).start();
    }
  }

  /** Rows of files that are missing or different at the place. What cannot be read counts as neither. */
  async function missingRows(
    { reader, root }: NewPlace,
    { folder, rules }: LinkedFolderRunner,
  ): Promise<FolderEntry[]> {
    const missing: FolderEntry[] = [];
    const ignoreText = consentAfterReading(rules.consent.consent, await reader.ignoreText()).agreed ?? '';
    const request = { dirs: [], trees: [''], ignoreText, excluded: [], root };
    for await (const listings of reader.list(request)) {
      for (const { dir, failure, entries, unknownNames } of listings) {
        if (failure !== null) continue;
        const kinds = new Map(entries.map(({ name, isDir }) => [name, isDir]));
        const isMissing = ({ name, isDir }: FolderEntry) =>
          kinds.get(name) !== isDir && !unknownNames.includes(name);
        appendAll(missing, index.entriesIn(folder.key, dir).filter(isMissing));
      }
    }
    return missing;
  }

  /** A copy that is left behind is no longer a linked folder. */
  async function unmarkOld(id: string, oldPath: string): Promise<void> {
    const reader = deps.openReader(oldPath);
    try {
      if ((await markAt(reader)) === id) await unmark(deps.openFileSystem(oldPath));
    } finally {
      await reader.close();
    }
  }

  return { relink };
}

/** Id in the mark of a folder; null when it has none, or is not there. */
async function markAt(reader: FolderReader): Promise<string | null> {
  const state = await reader.root();
  return state.kind === 'present' ? state.marker : null;
}

async function isThere(row: FolderEntry, fileSystem: FileSystem): Promise<boolean> {
  try {
    const stat = await fileSystem.lstat(joinPath(row.dir, row.name));
    return stat.kind === 'file' && stat.sizeBytes === row.sizeBytes;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}
