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

/**
 * How far a linked folder and its library agree. Whatever is uncertain is forgotten, and then everything is compared.
 */
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

  /** Root of a tree of the library that the index agrees with, except for pending paths; empty when none is known. */
  get syncedRootId(): ObjectId | '' {
    return this.#syncedRootId;
  }

  /**
   * Root of the tree up to which every difference was carried out, asked about, or made by the folder itself; empty:
   * unknown.
   */
  get decidedRootId(): ObjectId | '' {
    return this.#decidedRootId;
  }

  /** The ignore patterns changed: a client may have deleted what they left out before. */
  forgetDecisions(): void {
    this.#decidedRootId = '';
    this.forget();
  }

  /**
   * The folder committed to the library.
   * @param moved how the commit moved the tree, which is recorded by now; null when the library had all of it
   */
  noteGiven(moved: MovedHead | null): void {
    const isStep = moved?.isClean === true && moved.previousRootId === this.#syncedRootId;
    if (isStep) {
      this.#syncedRootId = moved.rootId;
      this.#decidedRootId = moved.rootId;
    } else this.forget();
    this.#given++;
  }

  /** How many times the folder has committed. */
  get given(): number {
    return this.#given;
  }

  /**
   * Folder and library agree when both are empty. Noting that before the first import spares the comparison of
   * everything imported.
   * @param headRootId null: the library cannot be read
   */
  agreeOnNothing(headRootId: ObjectId | null): void {
    const { index, folder, rows } = this.#deps;
    if (this.#syncedRootId !== '' || headRootId !== EMPTY_ID) return;
    if (index.entriesIn(folder.key, '').length > 0) return;
    this.#syncedRootId = EMPTY_ID;
    rows.setSynced(folder.id, EMPTY_ID);
  }

  /** Records the agreement, for use in the transaction with the last steps; call `follow` after it. */
  record(rootId: ObjectId): void {
    this.#deps.rows.setSynced(this.#deps.folder.id, rootId);
  }

  follow(rootId: ObjectId): void {
    this.#syncedRootId = rootId;
    this.#decidedRootId = rootId;
  }

  /** Forgets the agreement, so that everything is compared again. */
  forget(): void {
    this.#syncedRootId = '';
    this.#deps.rows.setSynced(this.#deps.folder.id, '');
  }
}

/** An intent after a crash where only the content can tell our own file from that of another program. */
interface UnresolvedIntent {
  readonly intent: FolderIntent;
  /** False: leftovers of the step remain, so its intent stays on record. */
  readonly isReconciled: boolean;
}

interface UnresolvedIntentsDependencies {
  readonly folder: Pick<LinkedFolder, 'key'>;
  readonly journal: Pick<FolderJournal, 'removeIntents'>;
  /** Runs the function as one durable transaction. */
  readonly transaction: <T>(work: () => T) => T;
  readonly agreement: Agreement;
}

/**
 * Files that may be ours or a person’s until they are read. Several crashes may have left intents for the same path.
 */
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

  /** The files at these paths were read, which resolves their intents. */
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
      // A resolved intent gave the index a row that the tree followed since may not have.
      agreement.forget();
    });
  }
}
