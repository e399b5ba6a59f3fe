import { type BrowserWindow, dialog } from 'electron';

/** Asks what closing the window is to mean from now on; null: the person wants neither, and the window stays. */
export async function askClosing(window: BrowserWindow): Promise<'keep-running' | 'quit' | null> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Keep saving your folders when the window is closed?',
    detail: 'Keepfold can go on without its window. You can change this in the settings at any time.',
    buttons: ['Keep running', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return (['keep-running', 'quit'] as const)[response] ?? null;
}
