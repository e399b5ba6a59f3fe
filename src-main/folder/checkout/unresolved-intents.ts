import type { FolderIntent } from '../../core/folder/folder-intent.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';

/** What a crash may have put at a path, with nothing but its content to tell it from what somebody put there. */
interface UnresolvedIntent {
  readonly intent: FolderIntent;
  /** False: something of the step still lies about, and its intent stays on record. */
  readonly isSettled: boolean;
}

/** Files that may be ours or somebody's, until they are read. Several crashes may have left one at the same path. */
export class UnresolvedIntents {
  readonly #byPath = new Map<string, UnresolvedIntent[]>();

  /** Replaces what was claimed for the same intent before. */
  add(intent: FolderIntent, { isSettled }: { readonly isSettled: boolean }): void {
    this.drop(intent);
    this.#byPath.set(intent.path, [...(this.#byPath.get(intent.path) ?? []), { intent, isSettled }]);
  }

  drop({ path, tempPath }: FolderIntent): void {
    const others = this.#byPath.get(path)?.filter((intent) => intent.intent.tempPath !== tempPath) ?? [];
    if (others.length > 0) this.#byPath.set(path, others);
    else this.#byPath.delete(path);
  }

  has(path: string, id: ObjectId): boolean {
    return this.#byPath.get(path)?.some(({ intent }) => intent.next?.objectId === id) === true;
  }

  /** Forgets what is claimed at the paths. Null: nothing was; else the intents that need not stay on record. */
  resolve(paths: Iterable<string>): FolderIntent[] | null {
    if (this.#byPath.size === 0) return null;
    const answered: UnresolvedIntent[] = [];
    for (const path of paths) {
      answered.push(...(this.#byPath.get(path) ?? []));
      this.#byPath.delete(path);
    }
    if (answered.length === 0) return null;
    return answered.filter(({ isSettled }) => isSettled).map(({ intent }) => intent);
  }
}
