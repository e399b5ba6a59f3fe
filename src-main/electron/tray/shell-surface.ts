import { join } from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
import type { ShellMessages } from '../messages.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import type { ServiceView } from '../service/service-watch.ts';
import type { LoginItem } from '../system/login-item.ts';
import { appMenu } from './app-menu.ts';
import type { MenuEntry, ShellCommand } from './menu-entry.ts';
import { nativeMenu } from './native-menu.ts';
import { type ShellState, type ShellStatus, shellStatus } from './shell-state.ts';
import { type ShellFacts, trayMenu } from './tray-menu.ts';

/** An open menu is rebuilt when it changes; more often it would be unreadable. */
const REFRESH_EVERY_MS = 500;

export interface SurfaceParts {
  readonly keeper: ServiceKeeper;
  readonly view: () => ServiceView;
  readonly messages: () => ShellMessages;
  readonly loginItem: LoginItem;
  readonly run: (command: ShellCommand) => void;
  readonly onFault: (error: unknown) => void;
}

/** What the app shows outside its page: the tray icon with its menu, and the menu of the window. */
export class ShellSurface {
  readonly #parts: SurfaceParts;
  readonly #tray: TrayIcon;
  #shown = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SurfaceParts) {
    this.#parts = parts;
    this.#tray = new TrayIcon(parts.run);
  }

  /** Updates everything soon. */
  refresh(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.refreshNow().catch(this.#parts.onFault);
    }, REFRESH_EVERY_MS);
  }

  async refreshNow(): Promise<void> {
    const facts = await this.#facts();
    const status = shellStatus(facts.service, facts.view, facts.messages);
    const menus = { tray: trayMenu(facts), window: appMenu(facts, process.platform) };
    const shown = JSON.stringify({ status, menus });
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#tray.show(status, menus.tray);
    Menu.setApplicationMenu(nativeMenu(menus.window, this.#parts.run));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#tray.end();
  }

  async #facts(): Promise<ShellFacts> {
    const { keeper, view, messages, loginItem } = this.#parts;
    const login = await loginItem.state();
    const startsAtLogin = login === 'unavailable' ? null : login !== 'off';
    return { service: keeper.state.state, view: view(), startsAtLogin, messages: messages() };
  }
}

/** The icon in the tray or menu bar. It always has its menu, since not every desktop reports clicks. */
class TrayIcon {
  readonly #tray: Tray;
  readonly #run: (command: ShellCommand) => void;
  #shown: ShellState = 'idle';

  constructor(run: (command: ShellCommand) => void) {
    this.#run = run;
    this.#tray = new Tray(picture('idle'));
    // Elsewhere the system opens the menu on a click.
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

/** Electron finds the `@2x` file beside it. Template images take the colour of the menu bar. */
function picture(state: ShellState) {
  const name = process.platform === 'darwin' ? `${state}Template.png` : `${state}.png`;
  return nativeImage.createFromPath(join(app.getAppPath(), 'resources/tray', name));
}
