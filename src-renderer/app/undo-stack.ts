import type { Api } from '../api/api.ts';
import { problemOf } from '../api/problem.ts';
import { previewUndo } from '../api/undo-removal.ts';
import type { Libraries } from '../features/libraries/libraries.svelte.ts';
import type { Address } from '../format/address.ts';
import { libraryLabel } from '../format/name.ts';
import { linkedPath } from '../format/removal.ts';
import type { Toasts } from '../ui/toasts.svelte.ts';
import { UndoStack } from '../ui/undo.svelte.ts';

interface UndoParts {
  readonly api: Pick<Api, 'items' | 'call'>;
  readonly toasts: Toasts;
  readonly libraries: Pick<Libraries, 'find' | 'all'>;
  readonly address: () => Address;
}

/** The user's actions in the whole app, and how to undo them. */
export function createUndoStack({ api, toasts, libraries, address }: UndoParts): UndoStack {
  return new UndoStack({
    toasts,
    takeBack: (commits) => api.items.undo(commits).catch(problemOf),
    preview: (commits) => previewUndo(api, commits),
    library(id) {
      const library = libraries.find(id);
      return (
        library && {
          name: libraryLabel(library, libraries.all),
          files: library.file_count,
          folderPath: linkedPath(library),
          keepDays: library.keep_days,
        }
      );
    },
    here() {
      const now = address();
      return 'libraryId' in now && now.libraryId !== null ? now.libraryId : now.screen;
    },
  });
}
