import type { IgnorePreviewJson, IgnoreRulesJson } from '../../src-shared/folder-choices-api.ts';
import { DomainError } from '../core/errors.ts';
import { codeOf } from './disk-error.ts';
import type { HandFileSystem } from './file-system.ts';
import { MAX_IGNORE_BYTES } from './folder-look.ts';
import type { FolderRunners } from './folder-runners.ts';
import { IGNORE_FILE, MAX_PATTERNS, patternsOf } from './ignore.ts';
import { previewIgnoring } from './ignore-preview.ts';
import type { LinkedFolderRunner } from './linked-folder.ts';
import type { LinkedFoldersDependencies } from './linked-folders-setup.ts';
import type { FolderReader } from './ports.ts';
import { checkRoot } from './root-check.ts';

const NOT_WRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Reads, tries out and writes the patterns of what a linked folder leaves out. */
export function createIgnoreRules(deps: LinkedFoldersDependencies, runners: FolderRunners) {
  /** @throws DomainError `linked-folder-not-found`, `linked-folder-away` */
  async function ignoreRules(id: string): Promise<IgnoreRulesJson> {
    return atPlace(runners.find(id), async (reader) => rulesOf(await reader.ignoreText()));
  }

  /**
   * Writes the folder's own ignore file; without any text there is none.
   * @throws DomainError `linked-folder-not-found`, `linked-folder-away`, `argument-invalid` for a text that is too long,
   * `path-invalid` when something else has the name or nothing may be written, `disk-full`
   */
  async function setIgnoreRules(id: string, text: string): Promise<IgnoreRulesJson> {
    requireFit(text);
    const runner = runners.find(id);
    await atPlace(runner, () => writeText(deps.openHands(runner.folder.path), text, deps.ids.hex(8)));
    runner.rescan();
    return rulesOf(text);
  }

  /**
   * What `setIgnoreRules` would change; nothing is written.
   * @throws DomainError `linked-folder-not-found`, `linked-folder-away`, `argument-invalid`
   */
  async function previewIgnoreRules(id: string, text: string): Promise<IgnorePreviewJson> {
    requireFit(text);
    const runner = runners.find(id);
    const { index, clock, ignoreDefaults, journal } = deps;
    const folderKey = runner.folder.key;
    const excluded = journal.exclusions(folderKey);
    return atPlace(runner, (reader) =>
      previewIgnoring(text, { reader, index, folderKey, clock, ignoreDefaults, excluded }),
    );
  }

  function rulesOf(text: string): IgnoreRulesJson {
    return { text, defaults: deps.ignoreDefaults };
  }

  /** Works with eyes of its own, so that the folder's loop goes on. @throws DomainError `linked-folder-away` */
  async function atPlace<T>(
    { folder }: LinkedFolderRunner,
    work: (reader: FolderReader) => Promise<T>,
  ): Promise<T> {
    const reader = deps.openReader(folder.path);
    try {
      const verdict = checkRoot(folder, await reader.root(), deps.index.countFiles(folder.key));
      if (verdict.kind === 'away') throw new DomainError('linked-folder-away', { value: folder.path });
      return await work(reader);
    } finally {
      await reader.close();
    }
  }

  return { ignoreRules, setIgnoreRules, previewIgnoreRules };
}

function requireFit(text: string): void {
  if (Buffer.byteLength(text) > MAX_IGNORE_BYTES)
    throw new DomainError('argument-invalid', { field: 'text', reason: 'longer than 1 MiB' });
  if (patternsOf(text).length > MAX_PATTERNS)
    throw new DomainError('argument-invalid', {
      field: 'text',
      reason: `more than ${MAX_PATTERNS} patterns`,
    });
}

/** Durable on return; whoever reads the file sees the old text or the new one. */
async function writeText(hands: HandFileSystem, text: string, unique: string): Promise<void> {
  const standIn = `.~keepfold-new-${unique}`;
  try {
    await requirePlainFile(hands);
    if (text.trim() === '') await unlinkIfThere(hands, IGNORE_FILE);
    else await replaceText(hands, standIn, text);
    await hands.syncFolder('');
  } catch (error) {
    await unlinkIfThere(hands, standIn);
    const code = codeOf(error);
    if (NO_ROOM.has(code)) throw new DomainError('disk-full', { reason: 'folder' }, error);
    if (NOT_WRITABLE.has(code)) throw invalidFile('unusable', error);
    throw error;
  }
}

async function replaceText(hands: HandFileSystem, standIn: string, text: string): Promise<void> {
  const file = await hands.create(standIn, 0o666);
  try {
    await file.write(Buffer.from(text));
    await file.sync();
  } finally {
    await file.close();
  }
  await hands.rename(standIn, IGNORE_FILE);
}

/** A link would be replaced, and a folder cannot be. */
async function requirePlainFile(hands: HandFileSystem): Promise<void> {
  try {
    if ((await hands.lstat(IGNORE_FILE)).kind !== 'file') throw invalidFile('not-a-file');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

async function unlinkIfThere(hands: HandFileSystem, path: string): Promise<void> {
  try {
    await hands.unlink(path);
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}

function invalidFile(reason: string, cause?: unknown): DomainError {
  return new DomainError('path-invalid', { value: IGNORE_FILE, reason }, cause);
}
