import type { ConflictJson, ConflictKeepJson } from '../../../src-shared/conflicts-api.ts';
import type { FieldsOf } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
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
  /** Called when a conflict is resolved. */
  readonly onchange: () => void;
}

/** What a merged text is made of. */
type MergedText = Omit<FieldsOf<'POST libraries/:library_id/conflicts/merge/'>, 'path'>;

/** How several conflicts are resolved at once. */
export type ConflictRule = ConflictKeepJson | 'newest' | 'largest' | 'here';

/** What a rule means for a conflict; null: nothing. Where both sides are equal, the current one is kept. */
export function keptBy(rule: ConflictRule, { copy, original }: ConflictJson): ConflictKeepJson | null {
  if (original === null) return null;
  if (rule === 'newest') return copy.mtime > original.mtime ? 'copy' : 'original';
  if (rule === 'largest') return copy.size > original.size ? 'copy' : 'original';
  if (rule !== 'here') return rule;
  if (copy.is_server === original.is_server) return null;
  return copy.is_server ? 'copy' : 'original';
}

/** Resolves conflicts. Each answer reports its outcome in a toast, with Undo. */
export function createConflictActions({ api, toasts, undo, onchange }: ConflictActionDeps) {
  return {
    /** One after the other, up to the first that fails; a single Undo reverts them all. */
    async resolveAll(conflicts: readonly ConflictJson[], rule: ConflictRule): Promise<void> {
      const back: { library_id: string; commit_id: string }[] = [];
      for (const conflict of conflicts) {
        const { library_id, path, original_path } = conflict;
        const keep = keptBy(rule, conflict);
        if (keep === null) continue;
        try {
          const wanted = { library_id, path, keep };
          const { commit_id } = await api.call('POST libraries/:library_id/conflicts/resolve/', wanted);
          back.push({ library_id, commit_id });
        } catch (error) {
          toasts.fail(t('stoppedAt', { name: visibleName(lastName(original_path)) }), problemOf(error));
          break;
        }
      }
      onchange();
      if (back.length === 0) return;
      const count = back.length;
      undo.offer({
        ...{ title: t('resolvedAll', { count }), text: t('ruleMeaning'), tone: 'good', back },
        ...{ action: t('actionResolvedAll', { count }), libraryId: null },
      });
    },

    /**
     * Saves a merged text in place of both sides.
     * @returns `moved`: a side has changed since, and nothing was done
     */
    async merge(
      { library_id, path, original_path }: ConflictJson,
      order: MergedText,
    ): Promise<'saved' | 'moved' | 'failed'> {
      const name = visibleName(lastName(original_path));
      try {
        const wanted = { library_id, path, ...order };
        const { commit_id } = await api.call('POST libraries/:library_id/conflicts/merge/', wanted);
        onchange();
        undo.offer({
          ...{ title: t('merged', { name }), text: t('bothStay'), tone: 'good' },
          ...{ action: t('actionMerged', { name }), libraryId: library_id },
          back: [{ library_id, commit_id }],
        });
        return 'saved';
      } catch (error) {
        if (error instanceof ApiError && error.code === 'head-moved') return 'moved';
        toasts.fail(t('mergeFailed', { name }), problemOf(error));
        return 'failed';
      }
    },

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
