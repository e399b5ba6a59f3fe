import type { ConflictJson, ConflictKeepJson } from '../../../src-shared/overview-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import { lastName } from '../../format/path.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import { t } from './messages.ts';

interface ConflictActionDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  /** Called when a conflict has ended or come back. */
  readonly onchange: () => void;
}

/** Ends conflicts. Each answer tells its outcome in a toast, with a way back. */
export function createConflictActions({ api, toasts, onchange }: ConflictActionDeps) {
  async function undo(conflict: ConflictJson, keep: ConflictKeepJson, commitId: string): Promise<void> {
    const { library_id: libraryId, path, original_path: original } = conflict;
    try {
      await api.files.restore(libraryId, path, commitId);
      if (keep === 'copy' && conflict.original !== null)
        await api.versions.restore(libraryId, { path: original, commit_id: commitId });
      onchange();
    } catch (error) {
      toasts.fail(t('undoFailed'), problemOf(error));
    }
  }

  return {
    async resolve(conflict: ConflictJson, keep: ConflictKeepJson): Promise<void> {
      const name = visibleName(lastName(conflict.original_path));
      try {
        const made = await api.overview.resolveConflict(conflict.library_id, { path: conflict.path, keep });
        onchange();
        if (keep === 'both') {
          toasts.show({
            tone: 'good',
            title: t('bothKept', { name }),
            text: t('otherIsCalled', { name: visibleName(lastName(made.path)) }),
          });
          return;
        }
        toasts.show({
          tone: 'good',
          title: t('resolved', { name }),
          text: t('restStays'),
          action: { label: t('undo'), run: () => void undo(conflict, keep, made.previous_commit_id) },
        });
      } catch (error) {
        toasts.fail(t('resolveFailed', { name }), problemOf(error));
      }
    },
  };
}

export type ConflictActions = ReturnType<typeof createConflictActions>;
