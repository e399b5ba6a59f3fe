import { dialog } from 'electron';
import type { ShellMessages } from '../messages.ts';
import type { AppWindow } from './app-window.ts';

/** Asks whether to quit while the page uploads: what it has not sent yet is known to it alone. */
export async function mayQuit(window: AppWindow, messages: ShellMessages): Promise<boolean> {
  if (window.uploadsLeft === 0) return true;
  await window.show();
  if (window.native === null) return true;
  const { response } = await dialog.showMessageBox(window.native, {
    type: 'question',
    message: messages('quittingQuestion', { count: window.uploadsLeft }),
    detail: messages('quittingMeaning'),
    buttons: [messages('quittingKeepRunning'), messages('quittingQuit')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}
