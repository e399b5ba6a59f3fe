import type { Api } from '../../src-renderer/api/api.ts';
import { createUndoStack } from '../../src-renderer/app/undo-stack.ts';
import type { Toasts } from '../../src-renderer/ui/toasts.svelte.ts';
import type { UndoStack } from '../../src-renderer/ui/undo.svelte.ts';
import { localLibrary } from './builders.ts';

/** The stack of the app, as if the builders' library were the only one, and open. */
export function undoOf(api: Api, toasts: Toasts): UndoStack {
  const library = localLibrary({});
  return createUndoStack({
    ...{ api, toasts },
    libraries: { all: [library], find: (id) => (id === library.id ? library : null) },
    address: () => ({
      ...{ screen: 'library', libraryId: library.id, tab: 'files' },
      ...{ path: '/', commitId: null, item: null },
    }),
  });
}
