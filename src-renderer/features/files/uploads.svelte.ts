import { createContext } from 'svelte';
import type { MadeCommitJson } from '../../../src-shared/items-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { SendFiles } from '../../api/send-files.ts';
import type { Problem } from '../../format/problem.ts';
import { formatSize } from '../../format/size.ts';
import { dateAndTime } from '../../format/time.ts';
import type { Clash, ClashChoice, ClashQuestion } from '../../ui/clash.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { OfferedUndo, UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';
import {
  nextBatch,
  type PickedFile,
  spread,
  targetPath,
  UploadItem,
  type UploadPlace,
} from './upload-item.svelte.ts';

interface UploadsDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  readonly send: SendFiles;
}

/** Files on their way into libraries, in one queue that goes on whatever screen is shown. */
export class Uploads {
  #items = $state.raw<readonly UploadItem[]>([]);
  #question = $state.raw<ClashQuestion | null>(null);
  /** What the last upload added. */
  #offered = $state.raw<OfferedUndo | null>(null);
  #isFolded = $state(false);
  #folding: ReturnType<typeof setTimeout> | undefined;
  readonly #deps: UploadsDeps;
  #sending: { readonly batch: readonly UploadItem[]; readonly abort: AbortController } | null = null;
  #commits: MadeCommitJson[] = [];
  #adding: Promise<void> = Promise.resolve();

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
  }

  get items(): readonly UploadItem[] {
    return this.#items;
  }

  /** What the user has to decide before files are sent. */
  get question(): ClashQuestion | null {
    return this.#question;
  }

  get isBusy(): boolean {
    return this.left > 0;
  }

  /** Null: nothing can be undone. */
  get undo(): OfferedUndo | null {
    return this.#offered?.isLeft ? this.#offered : null;
  }

  /** All went well a while ago, so one line is enough. */
  get isFolded(): boolean {
    return this.#isFolded;
  }

  /** The user is looking at the list. */
  unfold(): void {
    clearTimeout(this.#folding);
    this.#isFolded = false;
  }

  /** The user no longer looks at the list. */
  foldSoon(): void {
    clearTimeout(this.#folding);
    if (this.isBusy || this.#items.some(({ state }) => state === 'failed')) return;
    this.#folding = setTimeout(() => {
      this.#isFolded = true;
    }, FOLD_MS);
  }

  /** How many files are not uploaded yet. */
  get left(): number {
    return this.#items.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  }

  /**
   * Queues files, after asking about names that are taken.
   * @param refusal why the library accepts none, which is shown
   */
  add(place: UploadPlace, picked: readonly PickedFile[], refusal: Problem['code'] | null = null): void {
    if (picked.length === 0) return;
    if (refusal !== null) {
      this.#deps.toasts.fail(t('nothingUploaded'), { code: refusal, details: '' });
      return;
    }
    // One question at a time.
    this.#adding = this.#adding.then(() => this.#add(place, picked));
  }

  async #add(place: UploadPlace, picked: readonly PickedFile[]): Promise<void> {
    try {
      const choices = await this.#decide(place, picked);
      if (choices === null) return;
      const wanted = picked.filter((file) => choices.get(targetPath(place.folder, file)) !== 'skip');
      const added = wanted.map((file) => {
        const choice = choices.get(targetPath(place.folder, file));
        return new UploadItem(place, file, choice === 'replace');
      });
      const kept = this.isBusy ? this.#items : this.#items.filter(({ state }) => state === 'failed');
      this.#items = [...kept, ...added];
      if (added.length > 0) this.unfold();
    } catch (error) {
      this.#deps.toasts.fail(t('nothingUploaded'), problemOf(error));
      return;
    }
    if (this.#sending === null) void this.#run();
  }

  cancel(item: UploadItem): void {
    if (item.state === 'sending') {
      item.become('canceled');
      this.#sending?.abort.abort();
    } else if (item.state === 'waiting') {
      item.become('canceled');
      this.#touch();
    }
  }

  cancelAll(): void {
    for (const item of this.#items)
      if (item.state === 'waiting' || item.state === 'sending') item.become('canceled');
    this.#sending?.abort.abort();
    this.#touch();
  }

  retry(items: readonly UploadItem[]): void {
    this.unfold();
    for (const item of items) if (item.canGoAgain) item.become('waiting');
    this.#touch();
    if (this.#sending === null) void this.#run();
  }

  /** Removes finished files from the list. */
  clear(): void {
    this.#items = this.#items.filter(({ state }) => state === 'waiting' || state === 'sending');
    this.#offered = null;
  }

  async #decide(place: UploadPlace, picked: readonly PickedFile[]) {
    const byPath = new Map(picked.map((file) => [targetPath(place.folder, file), file]));
    const existing = await this.#deps.api.items.existing(place.libraryId, [...byPath.keys()]);
    if (existing.length === 0) return new Map<string, ClashChoice>();
    const clashes = existing.map(({ path, kind, size, mtime }): Clash => {
      const there =
        kind === 'dir'
          ? t('folderThere')
          : t('fileThere', { size: formatSize(size), time: dateAndTime(mtime) });
      return { key: path, name: byPath.get(path)?.file.name ?? path, note: there };
    });
    const answer = await new Promise<ReadonlyMap<string, ClashChoice> | null>((resolve) => {
      this.#question = { clashes, answer: resolve };
    });
    this.#question = null;
    return answer;
  }

  async #run(): Promise<void> {
    for (let batch = nextBatch(this.#items); batch.length > 0; batch = nextBatch(this.#items)) {
      await this.#sendBatch(batch);
      this.#touch();
    }
    this.#sending = null;
    this.#end();
  }

  async #sendBatch(batch: readonly UploadItem[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    const abort = new AbortController();
    this.#sending = { batch, abort };
    for (const item of batch) item.become('sending');
    this.#touch();
    const { libraryId, folder } = first.place;
    try {
      const { url } = await this.#deps.api.call('POST libraries/:library_id/upload-link/', {
        library_id: libraryId,
        path: folder,
      });
      const files = batch.map(({ file }) => file);
      const { relativeFolder, replace } = first;
      const commitId = await this.#deps.send(
        url,
        { folder, relativeFolder, replace, files },
        { signal: abort.signal, onprogress: (bytes) => spread(batch, bytes) },
      );
      if (commitId !== '') this.#commits.push({ library_id: libraryId, commit_id: commitId });
      const changed = await changedAmong(batch);
      for (const item of batch) {
        if (changed.has(item)) item.fail(CHANGED);
        else item.become('done');
      }
      if (changed.size > 0) this.#deps.toasts.fail(t('changedMeanwhile', { count: changed.size }), CHANGED);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'busy' && !abort.signal.aborted) await this.#sendLater(batch);
      else await this.#giveBack(batch, problem, abort.signal.aborted);
    }
  }

  /** When one file was cancelled, the other files of its request wait for another request. */
  async #giveBack(batch: readonly UploadItem[], problem: Problem, isCancelled: boolean): Promise<void> {
    const changed = await changedAmong(batch);
    for (const item of batch) {
      if (item.state !== 'sending') continue;
      if (isCancelled) item.become('waiting');
      else item.fail(changed.has(item) ? CHANGED : problem);
    }
  }

  /** The service is busy with uploads of other clients; nothing was taken. */
  async #sendLater(batch: readonly UploadItem[]): Promise<void> {
    for (const item of batch) item.become('waiting');
    this.#touch();
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
  }

  /** What was uploaded can be undone at once. The list shows how it ended, unless it was closed meanwhile. */
  #end(): void {
    const commits = this.#commits;
    this.#commits = [];
    this.foldSoon();
    if (commits.length === 0) return;
    const [first] = commits;
    const count = this.#items.filter(({ state }) => state === 'done').length;
    this.#offered = this.#deps.undo.offerSilently({
      ...{ title: t('uploaded', { count }), action: t('actionUploaded', { count }) },
      ...{ libraryId: first?.library_id ?? null, back: commits },
    });
  }

  /** Has all counts over the items computed again. */
  #touch(): void {
    this.#items = [...this.#items];
  }
}

/** Long enough to see that all went well. */
const FOLD_MS = 5_000;

/** How long until files that were refused because other clients had their turn are sent again. */
const BUSY_MS = 5_000;

const CHANGED: Problem = { code: 'file-changed', details: '' };

/**
 * Files that changed during the upload: a browser aborts it then; Electron, which reads files by their paths, sends parts of
 * both versions.
 */
async function changedAmong(batch: readonly UploadItem[]): Promise<ReadonlySet<UploadItem>> {
  const looked = await Promise.all(batch.map(async (item) => ({ item, isChanged: await item.hasChanged() })));
  return new Set(looked.filter(({ isChanged }) => isChanged).map(({ item }) => item));
}

export const [getUploads, setUploads] = createContext<Uploads>();
