import type { FolderIntent } from '../../core/folder/folder-journal.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { MovedHead } from '../../engine/heads/commit-records.ts';
import type { FolderIndex, FolderJournal, LinkedFolderRows } from '../ports.ts';

export interface AgreementDependencies {
  readonly folder: Pick<LinkedFolder, 'id' | 'key' | 'syncedRootId'>;
  readonly index: Pick<FolderIndex, 'entriesIn'>;
  readonly rows: Pick<LinkedFolderRows, 'setSynced'>;
}

/** How far a linked folder and its library are in step. What is not certain is forgotten, and then everything is compared. */
export class Agreement {
  readonly #deps: AgreementDependencies;
  #syncedRootId: ObjectId | '';
  #decidedRootId: ObjectId | '';
  #given = 0;

  constructor(deps: AgreementDependencies) {
    this.#deps = deps;
    this.#syncedRootId = deps.folder.syncedRootId;
    this.#decidedRootId = deps.folder.syncedRootId;
  }

  /** Root of a tree of the library that the index agrees with but for pending paths; empty when none is known. */
  get syncedRootId(): ObjectId | '' {
    return this.#syncedRootId;
  }

  /** What differs between that tree and the folder is done, asked about, or the folder's own doing; empty: nothing is known. */
  get decidedRootId(): ObjectId | '' {
    return this.#decidedRootId;
  }

  /** The ignore patterns changed: a client may have deleted what they left out until now. */
  forgetDecisions(): void {
    this.#decidedRootId = '';
    this.forget();
  }

  /**
   * The folder gave the library something: how the tree moved with a commit, which has recorded it, or null when the
   * library had all of it. Here the agreement goes along or becomes void as it does there.
   */
  noteGiven(moved: MovedHead | null): void {
    const isStep = moved?.isClean === true && moved.previousRootId === this.#syncedRootId;
    if (isStep) {
      this.#syncedRootId = moved.rootId;
      this.#decidedRootId = moved.rootId;
    } else this.forget();
    this.#given++;
  }

  /** How often the folder gave the library something. */
  get given(): number {
    return this.#given;
  }

  /**
   * Folder and library agree while neither is known to hold anything. Noted before the first import, it spares the
   * comparison of everything after it.
   * @param headRootId null: the library cannot be read
   */
  agreeOnNothing(headRootId: ObjectId | null): void {
    const { index, folder, rows } = this.#deps;
    if (this.#syncedRootId !== '' || headRootId !== EMPTY_ID) return;
    if (index.entriesIn(folder.key, '').length > 0) return;
    this.#syncedRootId = EMPTY_ID;
    rows.setSynced(folder.id, EMPTY_ID);
  }

  /** For the transaction that records what the tree was followed with; `follow` comes after it. */
  record(rootId: ObjectId): void {
    this.#deps.rows.setSynced(this.#deps.folder.id, rootId);
  }

  follow(rootId: ObjectId): void {
    this.#syncedRootId = rootId;
    this.#decidedRootId = rootId;
  }

  /** Compares everything again. */
  forget(): void {
    this.#syncedRootId = '';
    this.#deps.rows.setSynced(this.#deps.folder.id, '');
  }
}

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
