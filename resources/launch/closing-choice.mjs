import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { say } from './project.mjs';

/** @typedef {'ask' | 'keep-running' | 'quit'} ClosingChoice what closing the window means */

/**
 * The file in which the desktop app keeps its settings (`electron/system/`): one answer for both its windows and ours.
 * @param {{ platform: string, env: NodeJS.ProcessEnv, home: string }} [surroundings]
 */
export function desktopSettingsFile({ platform, env, home } = { ...process, home: homedir() }) {
  // On macOS the desktop app keeps its profile apart from the data folder, which is called the same there.
  if (platform === 'darwin') return join(home, 'Library/Application Support/keepfold-window/desktop.json');
  const base = platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  return join(
    base || join(home, platform === 'win32' ? 'AppData/Roaming' : '.config'),
    'keepfold/desktop.json',
  );
}

/**
 * What the desktop app remembers of that, and of the language of its last page (empty: there was none).
 * @param {string} [file]
 * @returns {{ closing: ClosingChoice, language: string }}
 */
export function keptSettings(file = desktopSettingsFile()) {
  const { closing, language } = readSettings(file);
  const isKnown = closing === 'keep-running' || closing === 'quit';
  return { closing: isKnown ? closing : 'ask', language: typeof language === 'string' ? language : '' };
}

/**
 * Remembers the choice for the next time. Nothing else in the file changes; where it cannot be written, the person is asked
 * again.
 * @param {ClosingChoice} closing
 * @param {string} [file]
 */
export function keepChoice(closing, file = desktopSettingsFile()) {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify({ ...readSettings(file), closing }, null, 2)}\n`;
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    say(`the choice could not be kept: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * @param {string} file
 * @returns {Record<string, unknown>}
 */
function readSettings(file) {
  try {
    return { ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    // Not there before the first choice; one that cannot be read is as none to the desktop app too.
    return {};
  }
}
