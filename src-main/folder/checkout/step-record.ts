import { nameOf, parentPath } from '../../core/folder/folder-entry.ts';
import type { FolderIntent } from '../../core/folder/folder-intent.ts';
import type { LinkParts } from '../link/link-parts.ts';
import type { FolderWriter } from './folder-writer.ts';
import { eventsOfCheckout, type StepBatch } from './step-batch.ts';

/** Whether the step gives the file another place, rather than taking it away or writing it. */
export function isMove({ next }: Pick<FolderIntent, 'next'>): boolean {
  return next !== null && next.inode !== null;
}

/** What steps are about to do and did, made durable in that order. */
export class StepRecord {
  readonly #parts: LinkParts;
  readonly #writer: FolderWriter;
  /** Folders whose own names are durable, for all that this process knows. */
  readonly #durable = new Set<string>();
  /** Displaced files that went elsewhere with their folder, by the name that they wait under. */
  readonly #missed = new Map<string, NonNullable<FolderIntent['old']>>();

  constructor(parts: LinkParts, writer: FolderWriter) {
    this.#parts = parts;
    this.#writer = writer;
  }

  /** Durable on return; before anything of it is done. */
  intend(intents: readonly FolderIntent[]): void {
    const { journal, folder, transaction } = this.#parts;
    transaction(() => journal.putIntents(folder.key, intents));
  }

  /**
   * Records in one transaction what a batch did, when that is durable.
   * @throws Error when it was done to another folder than the one that was checked
   */
  async end(batch: StepBatch): Promise<void> {
    const { index, journal, folder, transaction, agreement, activity, rules, root } = this.#parts;
    await this.sync(batch.dirs);
    if (!(await root.isSame())) throw new Error('the folder was replaced while it was written');
    transaction(() => {
      index.apply(folder.key, batch.update);
      journal.removeIntents(folder.key, batch.reconciled);
      // Until the pass has come to its end, the rows are those of no tree.
      agreement.forget();
    });
    activity.log.add(eventsOfCheckout(batch, rules.excluded));
  }

  /**
   * Makes names in folders durable, and the folders' own names with them: a folder that was made just before a sync that
   * failed, or before a crash, is in the index by the time something is written into it, and would take it along.
   * @throws what the disk says; nothing is taken for durable then
   */
  async sync(dirs: Iterable<string>): Promise<void> {
    const wanted = new Set(dirs);
    const own = new Set<string>();
    for (const dir of dirs) {
      for (let at = dir; at !== '' && !this.#durable.has(at) && !own.has(at); at = parentPath(at)) {
        own.add(at);
        wanted.add(parentPath(at));
      }
    }
    await this.#writer.sync(wanted);
    for (const dir of own) this.#durable.add(dir);
  }

  /** What a step displaced is not there. A file that moves somewhere is not missed: it is to be found, wherever it went. */
  miss({ displaced, old, next }: FolderIntent): void {
    if (old !== null && !isMove({ next })) this.#missed.set(nameOf(displaced), old);
  }

  /** True when it was the file that was to be replaced or removed, whose content is in history. */
  async discardMissed(path: string): Promise<boolean> {
    const old = this.#missed.get(nameOf(path));
    return old !== undefined && (await this.#writer.discardOld(path, old));
  }
}
