import type { IgnorePreviewJson, IgnoreRulesJson } from '../../../src-shared/folder-choices-api.ts';
import { DomainError } from '../../core/errors.ts';
import type { IgnoreConsent } from '../../core/folder/linked-folder.ts';
import { codeOf } from '../disk/disk-error.ts';
import type { FileSystem } from '../disk/file-system.ts';
import { IGNORE_FILE, MAX_PATTERNS, patternsOf } from '../ignore/ignore.ts';
import { consentAfterReading, patternChange } from '../ignore/ignore-consent.ts';
import { checkRoot } from '../link/linked-root.ts';
import type { FolderReader } from '../ports.ts';
import { MAX_IGNORE_BYTES } from '../scan/scan-inside.ts';
import type { FolderRunners } from './folder-runners.ts';
import { previewIgnoring } from './ignore-preview.ts';
import type { LinkedFolderRunner } from './linked-folder.ts';
import type { LinkedFoldersDependencies } from './linked-folders-setup.ts';

const NOT_WRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Reads, previews and writes the patterns of a linked folder. */
export function createIgnoreRules(deps: LinkedFoldersDependencies, runners: FolderRunners) {
  /** @throws DomainError `linked-folder-not-found`, `linked-folder-away` */
  async function ignoreRules(id: string): Promise<IgnoreRulesJson> {
    const runner = runners.find(id);
    return atPlace(runner, async (reader) => rulesOf(await consentNow(runner, reader)));
  }

  /**
   * Writes the folder's own ignore file; an empty text removes it.
   * @throws DomainError `linked-folder-not-found`, `linked-folder-away`, `argument-invalid` for a text that is too
   * long, `path-invalid` when something else has the name or writing is not allowed, `disk-full`
   */
  async function setIgnoreRules(id: string, text: string): Promise<IgnoreRulesJson> {
    requireFit(text);
    const runner = runners.find(id);
    await atPlace(runner, () => writeText(deps.openFileSystem(runner.folder.path), text, deps.ids.hex(8)));
    return agreed(runner, text);
  }

  /**
   * Accepts the patterns that came through the library. The caller names them, so that only what was shown is accepted.
   * @throws DomainError `linked-folder-not-found`, `linked-folder-away`, `argument-invalid` when others or none wait
   */
  async function agreeToIgnoreRules(id: string, text: string): Promise<IgnoreRulesJson> {
    const runner = runners.find(id);
    const { offered } = await atPlace(runner, (reader) => consentNow(runner, reader));
    if (offered !== text)
      throw new DomainError('argument-invalid', { field: 'text', reason: 'not what waits for an answer' });
    return agreed(runner, text);
  }

  function agreed(runner: LinkedFolderRunner, text: string): IgnoreRulesJson {
    const { consent } = runner.rules;
    consent.agree(text);
    deps.events.emit({ type: 'folder', folder: runner.toJson() });
    runner.rescan();
    return rulesOf(consent.consent);
  }

  /** The file may have changed since the folder's loop read it. */
  async function consentNow({ rules }: LinkedFolderRunner, reader: FolderReader): Promise<IgnoreConsent> {
    const text = await reader.ignoreText();
    return consentAfterReading(rules.consent.consent, text);
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
    return atPlace(runner, async (reader) => {
      const before = (await consentNow(runner, reader)).agreed ?? '';
      return previewIgnoring(
        { before, after: text },
        { reader, index, folderKey, clock, ignoreDefaults, excluded },
      );
    });
  }

  function rulesOf({ agreed, offered }: IgnoreConsent): IgnoreRulesJson {
    const text = agreed ?? '';
    const { ignoreDefaults: defaults } = deps;
    if (offered === null) return { text, defaults, offered: null };
    const { added, removed } = patternChange(text, offered);
    return { text, defaults, offered: { text: offered, added: [...added], removed: [...removed] } };
  }

  /**
   * Uses a reader of its own, so that the folder's loop goes on.
   * @throws DomainError `linked-folder-away`
   */
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

  return { ignoreRules, setIgnoreRules, agreeToIgnoreRules, previewIgnoreRules };
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

/** Durable on return; other programs see either the old text or the new one. */
async function writeText(fileSystem: FileSystem, text: string, unique: string): Promise<void> {
  const tempPath = `.~keepfold-new-${unique}`;
  try {
    await requirePlainFile(fileSystem);
    if (text.trim() === '') await unlinkIfThere(fileSystem, IGNORE_FILE);
    else await replaceText(fileSystem, tempPath, text);
    await fileSystem.syncFolder('');
  } catch (error) {
    await unlinkIfThere(fileSystem, tempPath);
    const code = codeOf(error);
    if (NO_ROOM.has(code)) throw new DomainError('disk-full', { reason: 'folder' }, error);
    if (NOT_WRITABLE.has(code)) throw invalidFile('unusable', error);
    throw error;
  }
}

async function replaceText(fileSystem: FileSystem, tempPath: string, text: string): Promise<void> {
  const file = await fileSystem.create(tempPath, 0o666);
  try {
    await file.write(Buffer.from(text));
    await file.sync();
  } finally {
    await file.close();
  }
  await fileSystem.rename(tempPath, IGNORE_FILE);
}

/** A link would be replaced, and a folder cannot be replaced. */
async function requirePlainFile(fileSystem: FileSystem): Promise<void> {
  try {
    if ((await fileSystem.lstat(IGNORE_FILE)).kind !== 'file') throw invalidFile('not-a-file');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

async function unlinkIfThere(fileSystem: FileSystem, path: string): Promise<void> {
  try {
    await fileSystem.unlink(path);
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}

function invalidFile(reason: string, cause?: unknown): DomainError {
  return new DomainError('path-invalid', { value: IGNORE_FILE, reason }, cause);
}
