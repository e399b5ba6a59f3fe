import type { FolderIntent } from '../../core/folder/folder-intent.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { FolderJournal } from '../ports.ts';
import type { Agreement } from './agreement.ts';

/** What a crash may have put at a path, with nothing but its content to tell it from what another program put there. */
interface UnresolvedIntent {
  readonly intent: FolderIntent;
  /** False: something of the step still lies about, and its intent stays on record. */
  readonly isReconciled: boolean;
}

interface UnresolvedIntentsDependencies {
  readonly folder: Pick<LinkedFolder, 'key'>;
  readonly journal: Pick<FolderJournal, 'removeIntents'>;
  /** Runs the function as one durable transaction. */
  readonly transaction: <T>(work: () => T) => T;
  readonly agreement: Agreement;
}

/** Files that may be ours or a person’s, until they are read. Several crashes may have left one at the same path. */
export class UnresolvedIntents {
  readonly #deps: UnresolvedIntentsDependencies;
  readonly #byPath = new Map<string, UnresolvedIntent[]>();

  constructor(deps: UnresolvedIntentsDependencies) {
    this.#deps = deps;
  }

  /** Replaces what was known of the same intent before. */
  add(intent: FolderIntent, { isReconciled }: { readonly isReconciled: boolean }): void {
    this.drop(intent);
    this.#byPath.set(intent.path, [...(this.#byPath.get(intent.path) ?? []), { intent, isReconciled }]);
  }

  drop({ path, tempPath }: FolderIntent): void {
    const others = this.#byPath.get(path)?.filter((other) => other.intent.tempPath !== tempPath) ?? [];
    if (others.length > 0) this.#byPath.set(path, others);
    else this.#byPath.delete(path);
  }

  /** Whether Keepfold itself, not a person, may have put that content at the path before a crash. */
  has(path: string, id: ObjectId): boolean {
    return this.#byPath.get(path)?.some(({ intent }) => intent.next?.objectId === id) === true;
  }

  /** What is at these paths was read since the crash, so that their intents are resolved. */
  resolve(paths: Iterable<string>): void {
    if (this.#byPath.size === 0) return;
    const resolved: UnresolvedIntent[] = [];
    for (const path of paths) {
      resolved.push(...(this.#byPath.get(path) ?? []));
      this.#byPath.delete(path);
    }
    if (resolved.length === 0) return;
    const { folder, journal, transaction, agreement } = this.#deps;
    const over = resolved.filter(({ isReconciled }) => isReconciled).map(({ intent }) => intent);
    transaction(() => {
      journal.removeIntents(folder.key, over);
      // An intent that was resolved gave the index a row, of which the tree that was followed since may know nothing.
      agreement.forget();
    });
  }
}
