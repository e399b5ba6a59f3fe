import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/**
 * On Linux, starting at login is a matter of one file (https://specifications.freedesktop.org/autostart-spec/latest/).
 */
export class AutostartEntry {
  readonly #path: string;
  readonly #command: readonly string[];

  /** @param command the program with its arguments */
  constructor(env: NodeJS.ProcessEnv, command: readonly string[]) {
    const chosen = env['XDG_CONFIG_HOME'] ?? '';
    // By the specification, relative paths are ignored.
    const config = isAbsolute(chosen) ? chosen : join(homedir(), '.config');
    this.#path = join(config, 'autostart', 'keepfold.desktop');
    this.#command = command;
  }

  /** As the session sees it: the user may have removed it, or switched it off in the desktop's settings. */
  async isOn(): Promise<boolean> {
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    });
    return text !== null && isEnabled(text);
  }

  async turnOn(): Promise<void> {
    const text = autostartText(this.#command);
    await mkdir(dirname(this.#path), { recursive: true });
    // Readers see the old file or the new one, never a part.
    await writeFile(`${this.#path}.new`, text, { mode: 0o644 });
    await rename(`${this.#path}.new`, this.#path);
  }

  async turnOff(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

/** The file's text for a command; each word is quoted, so that paths keep spaces and special characters. */
export function autostartText(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Keepfold',
    'Comment=Keeps every version of your files',
    `Exec=${command.map(quoted).join(' ')}`,
    'Icon=keepfold',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/**
 * A word of `Exec`: escaped once for the quotes, with `%` doubled because it begins a field code, and once more for the
 * value of a key, where a backslash is an escape of its own.
 */
function quoted(word: string): string {
  const inQuotes = word.replace(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}"`;
}

function isEnabled(text: string): boolean {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const value = (key: string) => lines.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1);
  return value('Hidden') !== 'true' && value('X-GNOME-Autostart-enabled') !== 'false';
}
