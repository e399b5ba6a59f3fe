import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ClosingChoice, PageLanguage } from '../../../src-shared/desktop-bridge.ts';
import { writePrivateFile } from '../../app/data-dir.ts';
import { parsePlace, type WindowPlace } from '../windows/window-place.ts';

/** What the shell remembers on this computer, apart from the data folder. */
export interface KeptSettings {
  readonly closing: ClosingChoice;
  readonly notifies: boolean;
  readonly checksForUpdates: boolean;
  /** Whether it was said once that the app goes on without a window. */
  readonly hasToldOfTray: boolean;
  /** Of the last page; empty until there was one. */
  readonly language: PageLanguage | '';
  readonly place: WindowPlace | null;
}

const CLOSING_CHOICES: readonly unknown[] = ['ask', 'keep-running', 'quit'] satisfies ClosingChoice[];

/** The file with the shell's settings. What is missing or unreadable in it is as at the first start. */
export class SettingsFile {
  readonly #path: string;
  #kept: KeptSettings;

  constructor(path: string) {
    this.#path = path;
    this.#kept = parseSettings(readText(path));
  }

  get kept(): KeptSettings {
    return this.#kept;
  }

  /** @throws Error when the file cannot be written; the change holds until the app ends. */
  change(change: Partial<KeptSettings>): void {
    this.#kept = { ...this.#kept, ...change };
    mkdirSync(dirname(this.#path), { recursive: true });
    writePrivateFile(this.#path, `${JSON.stringify(this.#kept, null, 2)}\n`);
  }

  /** Changes what is remembered by the way, which holds no window open and no app up when it cannot be written. */
  note(change: Partial<KeptSettings>): void {
    try {
      this.change(change);
    } catch {
      // The next start begins without it.
    }
  }
}

export function isClosingChoice(value: unknown): value is ClosingChoice {
  return CLOSING_CHOICES.includes(value);
}

export function isPageLanguage(value: unknown): value is PageLanguage {
  return value === 'en' || value === 'de';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Not there at the first start; and no reason not to start when it cannot be read.
    return '';
  }
}

function parseSettings(text: string): KeptSettings {
  const json = parseJson(text);
  const { closing, language } = json;
  return {
    closing: isClosingChoice(closing) ? closing : 'ask',
    notifies: json['notifies'] !== false,
    checksForUpdates: json['checksForUpdates'] === true,
    hasToldOfTray: json['hasToldOfTray'] === true,
    language: isPageLanguage(language) ? language : '',
    place: parsePlace(json['place']),
  };
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? { ...json } : {};
  } catch {
    return {};
  }
}
