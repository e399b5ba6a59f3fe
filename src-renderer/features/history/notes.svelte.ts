import { SvelteMap } from 'svelte/reactivity';
import type { CommitJson } from '../../../src-shared/contents-api.ts';
import type { Api } from '../../api/api.ts';
import { attempt, problemOf } from '../../api/problem.ts';
import { commitTitle } from '../../format/change.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

interface NotesDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  readonly libraryId: string;
}

/** Notes on commits, including those written here since the commits were read. */
export class Notes {
  readonly #written = new SvelteMap<string, string>();
  readonly #deps: NotesDeps;

  constructor(deps: NotesDeps) {
    this.#deps = deps;
  }

  /** Empty: there is none. */
  of({ id, note = '' }: CommitJson): string {
    return this.#written.get(id) ?? note;
  }

  /** Whether it was saved; an empty text removes the note. */
  async write(commit: CommitJson, text: string): Promise<boolean> {
    const { toasts, undo, libraryId } = this.#deps;
    const before = this.of(commit);
    const note = text.trim();
    if (note === before) return true;
    try {
      await this.#put(commit.id, note);
    } catch (error) {
      toasts.fail(t(note === '' ? 'noteNotRemoved' : 'noteFailed'), problemOf(error));
      return false;
    }
    const title = commitTitle(commit);
    undo.offer({
      ...{ title: t(note === '' ? 'noteRemoved' : 'noteWritten'), text: title, libraryId },
      ...{
        tone: note === '' ? 'plain' : 'good',
        action: t(note === '' ? 'actionNoteRemoved' : 'actionNoteWritten', { title }),
      },
      back: () => attempt(() => this.#put(commit.id, before)),
    });
    return true;
  }

  async #put(commitId: string, note: string): Promise<void> {
    const { api, libraryId } = this.#deps;
    const which = { library_id: libraryId, commit_id: commitId };
    if (note === '') await api.call('DELETE libraries/:library_id/commits/:commit_id/note/', which);
    else await api.call('PUT libraries/:library_id/commits/:commit_id/note/', { ...which, note });
    this.#written.set(commitId, note);
  }
}
