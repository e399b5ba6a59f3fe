import { isDialogOpen } from '../../ui/open-dialog.ts';

/** Takes the last action back, unless a question is open: what it is about must not change behind it. False: nothing was done. */
export function undoByKey(undo: { readonly undoLast: () => boolean }): boolean {
  return !isDialogOpen() && undo.undoLast();
}
