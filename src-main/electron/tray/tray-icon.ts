import { join } from 'node:path';
import { app, nativeImage, Tray } from 'electron';
import type { MenuEntry, ShellCommand } from './menu-entry.ts';
import { nativeMenu } from './native-menu.ts';
import type { ShellState, ShellStatus } from './shell-state.ts';

/** The icon in the tray or menu bar. It always has its menu: not every desktop tells of a click. */
export class TrayIcon {
  readonly #tray: Tray;
  readonly #run: (command: ShellCommand) => void;
  #shown: ShellState = 'idle';

  constructor(run: (command: ShellCommand) => void) {
    this.#run = run;
    this.#tray = new Tray(picture('idle'));
    // Elsewhere a click opens the menu by itself.
    if (process.platform === 'win32') this.#tray.on('click', () => run({ do: 'open', hash: null }));
  }

  show({ state, sentence }: ShellStatus, menu: readonly MenuEntry[]): void {
    if (state !== this.#shown) this.#tray.setImage(picture(state));
    this.#shown = state;
    this.#tray.setToolTip(`Keepfold: ${sentence}`);
    this.#tray.setContextMenu(nativeMenu(menu, this.#run));
  }

  end(): void {
    this.#tray.destroy();
  }
}

/** Electron finds the `@2x` beside it. Template pictures take the colour of the menu bar. */
function picture(state: ShellState) {
  const name = process.platform === 'darwin' ? `${state}Template.png` : `${state}.png`;
  return nativeImage.createFromPath(join(app.getAppPath(), 'resources/tray', name));
}
