import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, Notification, session } from 'electron';
import { type Attempt, outcomeWithin } from '../../app/self-test/parts.ts';
import { type Check, PART_WITHIN_MS } from '../../app/self-test/self-test.ts';
import { builtUiDir } from '../../app/version.ts';
import { START_PAGE } from '../app-address.ts';
import { listAppFiles } from '../app-files.ts';
import { serveApp } from '../app-protocol.ts';
import { hardenSession } from '../hardening.ts';
import { PageUploads } from '../page-uploads.ts';
import { hasTray } from '../tray/status-notifier.ts';

/** Folders that the app uses without a self-test. */
export interface ShellPlaces {
  readonly profile: string;
  readonly logs: string;
  readonly data: string;
}

interface ShellPart {
  readonly attempt: Attempt;
  /** Without it something is missing, and everything else works. */
  readonly isOptional?: boolean;
}

/** Tests what only the shell has; the app has to be ready. */
export async function checkShell(places: ShellPlaces): Promise<Check[]> {
  const parts: Readonly<Record<string, ShellPart>> = {
    package: { attempt: packageKind },
    sandbox: { attempt: trySandbox },
    profile: { attempt: () => tryProfile(places) },
    logs: { attempt: () => tryLogs(places.logs), isOptional: true },
    tray: { attempt: tryTray, isOptional: true },
    notifications: { attempt: tryNotifications, isOptional: true },
    page: { attempt: tryPage },
    // Known once something has been drawn.
    gpu: { attempt: tryGpu, isOptional: true },
  };
  const checks: Check[] = [];
  for (const [name, { attempt, isOptional = false }] of Object.entries(parts))
    checks.push({ name, ...(await outcomeWithin(PART_WITHIN_MS, attempt)), isOptional });
  return checks;
}

function packageKind(): string {
  if (!app.isPackaged) return 'checkout';
  return process.env['APPIMAGE'] === undefined ? 'installed' : 'AppImage';
}

/** Chromium exits by itself when its sandbox is requested and cannot start. */
function trySandbox(): string {
  if (app.commandLine.hasSwitch('no-sandbox')) throw new Error('switched off by --no-sandbox');
  return 'on';
}

function tryProfile({ profile, data }: ShellPlaces): string {
  if (profile.toLowerCase() === data.toLowerCase()) throw new Error('the profile is in the data folder');
  return 'apart from the data folder';
}

function tryLogs(folder: string): string {
  const file = join(folder, 'self-test.tmp');
  writeFileSync(file, '');
  rmSync(file);
  return 'can be written';
}

async function tryTray(): Promise<string> {
  if (!(await hasTray(process))) throw new Error('no program shows tray icons');
  return 'shown';
}

function tryNotifications(): string {
  if (!Notification.isSupported()) throw new Error('not supported');
  return 'supported';
}

/** Loads the app's page from its own scheme in a hidden window, without a service. */
async function tryPage(): Promise<string> {
  const folder = builtUiDir();
  if (folder === null) throw new Error('the page of the app was not built');
  hardenSession(session.defaultSession);
  const files = listAppFiles(folder);
  serveApp(session.defaultSession, { files, service: () => null, uploads: new PageUploads() });
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  try {
    const gone = once(window.webContents, 'render-process-gone').then(([, details]) => {
      throw new Error(`its process ended: ${String(details.reason)}`);
    });
    await Promise.race([window.loadURL(START_PAGE), gone]);
    return 'loaded';
  } finally {
    window.destroy();
  }
}

function tryGpu(): string {
  const { gpu_compositing: state } = app.getGPUFeatureStatus();
  if (!state.startsWith('enabled')) throw new Error(`the processor draws (${state})`);
  return state;
}
