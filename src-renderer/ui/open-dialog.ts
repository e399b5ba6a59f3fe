/** Whether a dialog waits for an answer. One that is on its way out, after its answer, does not. */
export function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
  return [...dialogs].some((dialog) => dialog.getAttribute('data-state') !== 'closed');
}
