import { SvelteMap } from 'svelte/reactivity';
import type { EntryJson } from '../../../src-shared/contents-api.ts';
import type { MeasuredItemsJson } from '../../../src-shared/items-api.ts';
import type { Api } from '../../api/api.ts';
import type { FolderPlace } from './item-actions.ts';

/** What a folder holds, and who changed it last. */
export type MeasuredFolder = MeasuredItemsJson['items'][number];

/**
 * What the folders of a listing hold. It is asked for when their rows are in view, as the service may have to read all that is
 * below; one question at a time, and then for what is in view by then.
 */
export class MeasuredFolders {
  readonly #api: Pick<Api, 'items'>;
  readonly #place: FolderPlace;
  readonly #known = new SvelteMap<string, MeasuredFolder>();
  /** By name: the id of the folder that was asked about. */
  readonly #asked = new Map<string, string>();
  #inView: readonly EntryJson[] = [];
  #isAsking = false;
  #isStopped = false;

  constructor(api: Pick<Api, 'items'>, place: FolderPlace) {
    this.#api = api;
    this.#place = place;
  }

  /** Undefined as long as it is not known, and for files. Of a folder that has changed what it held before, until that is known. */
  of({ kind, name }: Pick<EntryJson, 'kind' | 'name'>): MeasuredFolder | undefined {
    return kind === 'dir' ? this.#known.get(name) : undefined;
  }

  /** @param inView rows; called again when these are others */
  need(inView: readonly EntryJson[]): void {
    this.#inView = inView;
    if (!this.#isAsking) void this.#ask();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    for (let wanted = this.#missing(); wanted.length > 0 && !this.#isStopped; wanted = this.#missing()) {
      for (const { name, id } of wanted) this.#asked.set(name, id);
      try {
        const found = await this.#api.items.measure(
          this.#place,
          wanted.map(({ name }) => name),
        );
        for (const folder of found) this.#known.set(folder.name, folder);
      } catch {
        // The columns stay empty. What is in view next is asked for again.
        for (const { name } of wanted) this.#asked.delete(name);
        break;
      }
    }
    this.#isAsking = false;
  }

  #missing(): readonly EntryJson[] {
    return this.#inView.filter(({ kind, name, id }) => kind === 'dir' && this.#asked.get(name) !== id);
  }
}
