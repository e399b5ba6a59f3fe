import { app, type BrowserWindow, dialog, Notification } from 'electron';
import type { ShellMessages } from '../messages.ts';
import type { SettingsFile } from '../system/kept-settings.ts';
import { hasTray } from '../tray/status-notifier.ts';
import type { AppWindow } from './app-window.ts';
import { type CloseDecision, decideClose } from './close-decision.ts';

/** Carries out closing the window; asks the first time and keeps the answer. */
export async function closeWindow(
  window: AppWindow,
  settings: SettingsFile,
  messages: ShellMessages,
): Promise<void> {
  const tell = () => tellOfTray(settings, messages);
  const isSeen = await hasTray(process);
  const decide = () =>
    decideClose({ closing: settings.kept.closing, platform: process.platform, hasTray: isSeen });
  const decision = decide();
  if (decision !== 'ask') return carryOut(decision, window, tell);
  const answer = window.native === null ? null : await askClosing(window.native, messages);
  if (answer === null) return;
  settings.note({ closing: answer });
  carryOut(decide(), window, tell);
}

function carryOut(decision: CloseDecision, window: AppWindow, tell: () => void): void {
  if (decision === 'quit') app.quit();
  if (decision === 'minimise') window.minimise();
  if (decision !== 'hide') return;
  window.hide();
  tell();
}

/** Windows hides new tray icons, so the user is told once where the app went. */
function tellOfTray(settings: SettingsFile, messages: ShellMessages): void {
  if (process.platform !== 'win32' || settings.kept.hasToldOfTray || !Notification.isSupported()) return;
  settings.note({ hasToldOfTray: true });
  const [title, body] = [messages('keepsRunning'), messages('keepsRunningWhere')];
  new Notification({ title, body, silent: true }).show();
}

/** Asks what closing the window should do from now on; null: the user cancelled, and the window stays. */
async function askClosing(
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
