import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type ClosingChoice,
  DESKTOP_DEFAULTS,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '../../../src-shared/desktop-bridge.ts';
import { LANGUAGES, type Language } from '../../../src-shared/languages.ts';
import { writePrivateFile } from '../../app/data-dir.ts';
import { parsePlace, type WindowPlace } from '../windows/window-place.ts';

/** What the shell remembers on this computer, apart from the data folder. */
export interface KeptSettings {
  readonly closing: ClosingChoice;
  readonly notifies: boolean;
  readonly muted: readonly NotificationKind[];
  readonly checksForUpdates: boolean;
  /** Whether the user was told once that the app goes on without a window. */
  readonly hasToldOfTray: boolean;
  /** Language of the last page; empty before the first. */
  readonly language: Language | '';
  readonly place: WindowPlace | null;
}

const CLOSING_CHOICES: readonly unknown[] = ['ask', 'keep-running', 'quit'] satisfies ClosingChoice[];

/** Faults of the file that do not stop the app. */
export interface SettingsFaults {
  /** The file is unreadable. It is moved to `keptAs` if possible, since the next change would replace it. */
  unreadable(error: unknown, keptAs: string | null): void;
  /** A minor change could not be saved. */
  notNoted(error: unknown): void;
}

/** The file with the shell's settings. Missing or invalid settings have their defaults. */
export class SettingsFile {
  readonly #path: string;
  readonly #faults: SettingsFaults;
  #kept: KeptSettings;

  constructor(path: string, faults: SettingsFaults) {
    this.#path = path;
    this.#faults = faults;
    this.#kept = parseSettings(readOrRename(path, faults));
  }

  get kept(): KeptSettings {
    return this.#kept;
  }

  /** @throws Error when the file cannot be written; the change holds until the app ends */
  change(change: Partial<KeptSettings>): void {
    this.#kept = { ...this.#kept, ...change };
    mkdirSync(dirname(this.#path), { recursive: true });
    writePrivateFile(this.#path, `${JSON.stringify(this.#kept, null, 2)}\n`);
  }

  /** Saves a minor change; a failure is reported and has no other effect. */
  note(change: Partial<KeptSettings>): void {
    try {
      this.change(change);
    } catch (error) {
      this.#faults.notNoted(error);
    }
  }
}

export function isClosingChoice(value: unknown): value is ClosingChoice {
  return CLOSING_CHOICES.includes(value);
}

export function isNotificationKind(value: unknown): value is NotificationKind {
  return NOTIFICATION_KINDS.some((kind) => kind === value);
}

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some(({ key }) => key === value);
}

function readOrRename(path: string, faults: SettingsFaults): Record<string, unknown> {
  try {
    return readSettings(path);
  } catch (error) {
    faults.unreadable(error, moveAway(path));
    return {};
  }
}

/** Empty before the first change. @throws Error when it cannot be read, or holds anything but settings */
function readSettings(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
  const json: unknown = JSON.parse(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Error('the file holds no settings');
  return { ...json };
}

function moveAway(path: string): string | null {
  const aside = `${path}.unreadable`;
  try {
    renameSync(path, aside);
    return aside;
  } catch {
    // The caller reports why it cannot be read, and that it was not moved.
    return null;
  }
}

function parseSettings(json: Record<string, unknown>): KeptSettings {
  const { closing, notifies, muted, checksForUpdates, language } = json;
  return {
    closing: isClosingChoice(closing) ? closing : DESKTOP_DEFAULTS.closing,
    notifies: typeof notifies === 'boolean' ? notifies : DESKTOP_DEFAULTS.notifies,
    muted: Array.isArray(muted)
      ? NOTIFICATION_KINDS.filter((kind) => muted.includes(kind))
      : DESKTOP_DEFAULTS.muted,
    checksForUpdates:
      typeof checksForUpdates === 'boolean' ? checksForUpdates : DESKTOP_DEFAULTS.checksForUpdates,
    hasToldOfTray: json['hasToldOfTray'] === true,
    language: isLanguage(language) ? language : '',
    place: parsePlace(json['place']),
  };
}
