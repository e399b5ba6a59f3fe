import type { ConflictJson, ConflictKeepJson } from '../../../src-shared/overview-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { visibleName } from '../../format/name.ts';
import { lastName } from '../../format/path.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

interface ConflictActionDeps {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  /** Called when a conflict has ended. */
  readonly onchange: () => void;
}

/** Ends conflicts. Each answer tells its outcome in a toast, with a way back. */
export function createConflictActions({ api, toasts, undo, onchange }: ConflictActionDeps) {
  return {
    async resolve(conflict: ConflictJson, keep: ConflictKeepJson): Promise<void> {
      const name = visibleName(lastName(conflict.original_path));
      try {
        const { library_id } = conflict;
        const made = await api.call('POST libraries/:library_id/conflicts/resolve/', {
          library_id,
          path: conflict.path,
          keep,
        });
        onchange();
        const told =
          keep === 'both'
            ? {
                title: t('bothKept', { name }),
                text: t('otherIsCalled', { name: visibleName(lastName(made.path)) }),
              }
            : { title: t('resolved', { name }), text: t('restStays') };
        undo.offer({
          ...{ ...told, tone: 'good', action: t('actionResolved', { name }), libraryId: library_id },
          back: [{ library_id, commit_id: made.commit_id }],
        });
      } catch (error) {
        toasts.fail(t('resolveFailed', { name }), problemOf(error));
      }
    },
  };
}

export type ConflictActions = ReturnType<typeof createConflictActions>;
