import { app, Notification } from 'electron';
import type { SettingsFile } from '../system/kept-settings.ts';
import { hasTray } from '../tray/status-notifier.ts';
import type { AppWindow } from './app-window.ts';
import { askClosing } from './ask-closing.ts';
import { type CloseDecision, decideClose } from './close-decision.ts';

/** Does what closing the window means; asked once, the answer is kept. */
export async function closeWindow(window: AppWindow, settings: SettingsFile): Promise<void> {
  const isSeen = await hasTray(process);
  const decide = () =>
    decideClose({ closing: settings.kept.closing, platform: process.platform, hasTray: isSeen });
  const decision = decide();
  if (decision !== 'ask') return carryOut(decision, window, settings);
  const answer = window.native === null ? null : await askClosing(window.native);
  if (answer === null) return;
  settings.change({ closing: answer });
  carryOut(decide(), window, settings);
}

function carryOut(decision: CloseDecision, window: AppWindow, settings: SettingsFile): void {
  if (decision === 'quit') app.quit();
  if (decision === 'minimise') window.minimise();
  if (decision !== 'hide') return;
  window.hide();
  tellOfTray(settings);
}

/** Windows keeps new icons out of sight, so it is said once where the app went. */
function tellOfTray(settings: SettingsFile): void {
  if (process.platform !== 'win32' || settings.kept.hasToldOfTray || !Notification.isSupported()) return;
  settings.change({ hasToldOfTray: true });
  const body = 'Your folders are still being saved. Quit from the icon in the taskbar corner.';
  new Notification({ title: 'Keepfold keeps running', body, silent: true }).show();
}
