import { type BrowserWindow, dialog } from 'electron';
import type { ShellMessages } from '../messages.ts';

/** Asks what closing the window is to mean from now on; null: the person wants neither, and the window stays. */
export async function askClosing(
  window: BrowserWindow,
  messages: ShellMessages,
): Promise<'keep-running' | 'quit' | null> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: messages('closingQuestion'),
    detail: messages('closingMeaning'),
    buttons: [messages('closingKeepRunning'), messages('closingQuit'), messages('closingCancel')],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return (['keep-running', 'quit'] as const)[response] ?? null;
}
