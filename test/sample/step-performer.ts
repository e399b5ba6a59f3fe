import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { FILE_MODE } from '../../src-main/core/objects/dir-object.ts';
import type { CommitId } from '../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../src-main/core/tree/apply.ts';
import { storeContent } from '../../src-main/engine/edits/receive-content.ts';
import type { ObjectStore } from '../../src-main/store/objects/object-store.ts';
import type { EveryService } from '../support/every-service.ts';
import { DEVICES, PEOPLE, type SampleChange, type SampleStep } from './sample-step.ts';

type Used = Pick<EveryService, 'changeLibrary' | 'files' | 'restores' | 'trash'>;

/** Does what a story tells, through the services: each step becomes one commit. */
export class StepPerformer {
  readonly #services: Used;
  readonly #objects: ObjectStore;
  /** The commit with which each path first appeared. */
  readonly #firstCommits = new Map<string, CommitId>();

  constructor(services: Used, objects: ObjectStore) {
    this.#services = services;
    this.#objects = objects;
  }

  async perform(libraryId: LibraryId, step: SampleStep): Promise<void> {
    const { action } = step;
    const caller = { email: PEOPLE[step.author].email, isAdmin: false };
    if (action.kind === 'change') return this.#change(libraryId, step, action.changes);
    if (action.kind === 'restore') {
      const commitId = await this.#lastWith(libraryId, action.path, caller);
      await this.#services.restores.item(caller, libraryId, action.path, commitId);
      return;
    }
    const commitId = this.#firstCommits.get(`${libraryId}${action.path}`);
    if (commitId === undefined) throw new Error(`nothing was ever saved at ${action.path}`);
    const version = { path: action.path, commitId };
    await this.#services.restores.version(caller, { libraryId, path: action.path }, version);
  }

  async #change(libraryId: LibraryId, step: SampleStep, changes: readonly SampleChange[]): Promise<void> {
    const planned: TreeChange[] = [];
    for (const change of changes) {
      planned.push(change.op === 'put' ? await this.#put(libraryId, step, change) : change);
    }
    const { commitId } = await this.#services.changeLibrary.commitChanges({
      ...{ libraryId, changes: planned },
      author: PEOPLE[step.author].email,
      asksFirst: false,
      device: DEVICES[step.device],
    });
    for (const change of changes) {
      if (change.op === 'remove') continue;
      const key = `${libraryId}${change.op === 'move' ? change.to : change.path}`;
      if (!this.#firstCommits.has(key)) this.#firstCommits.set(key, commitId);
    }
  }

  async #put(
    libraryId: LibraryId,
    step: SampleStep,
    { path, content }: Extract<SampleChange, { op: 'put' }>,
  ): Promise<TreeChange> {
    const bytes = await content();
    const pieces = (async function* () {
      yield bytes;
    })();
    const store = this.#objects.library(libraryId);
    const { id, sizeBytes } = await storeContent(pieces, {
      store,
      fileKey: null,
      checkSize: () => undefined,
    });
    const modifier = PEOPLE[step.author].email;
    const facts = { mode: FILE_MODE, mtimeSeconds: step.atSeconds, modifier };
    return { op: 'put', path, dirent: { kind: 'file', id, sizeBytes, ...facts } };
  }

  /** The last commit that held what was deleted at this path, as the trash has it. */
  async #lastWith(
    id: LibraryId,
    path: string,
    caller: { email: string; isAdmin: boolean },
  ): Promise<CommitId> {
    const request = { path: '/', showDays: 0, cursor: null, limit: 100 };
    const { items } = await this.#services.trash.page(caller, id, request);
    const item = items.find((deleted) => deleted.path === path);
    if (item === undefined) throw new Error(`${path} is not in the trash`);
    return item.commitId;
  }
}
