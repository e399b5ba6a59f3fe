import type { FolderIntent } from '../../core/folder/folder-journal.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';

/** What a crash may have put at a path, with nothing but its content to tell it from what another program put there. */
interface UnresolvedIntent {
  readonly intent: FolderIntent;
  /** False: something of the step still lies about, and its intent stays on record. */
  readonly isReconciled: boolean;
}

/** Files that may be ours or a person’s, until they are read. Several crashes may have left one at the same path. */
export class UnresolvedIntents {
  readonly #byPath = new Map<string, UnresolvedIntent[]>();

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

  has(path: string, id: ObjectId): boolean {
    return this.#byPath.get(path)?.some(({ intent }) => intent.next?.objectId === id) === true;
  }

  /** Forgets the intents at the paths. Null: nothing was; else the intents that need not stay on record. */
  resolve(paths: Iterable<string>): FolderIntent[] | null {
    if (this.#byPath.size === 0) return null;
    const resolved: UnresolvedIntent[] = [];
    for (const path of paths) {
      resolved.push(...(this.#byPath.get(path) ?? []));
      this.#byPath.delete(path);
    }
    if (resolved.length === 0) return null;
    return resolved.filter(({ isReconciled }) => isReconciled).map(({ intent }) => intent);
  }
}
