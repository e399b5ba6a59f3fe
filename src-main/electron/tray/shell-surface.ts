import { Menu } from 'electron';
import type { ShellMessages } from '../messages.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import type { ServiceView } from '../service/service-watch.ts';
import type { LoginItem } from '../system/login-item.ts';
import { appMenu } from './app-menu.ts';
import type { ShellCommand } from './menu-entry.ts';
import { nativeMenu } from './native-menu.ts';
import { shellStatus } from './shell-state.ts';
import { TrayIcon } from './tray-icon.ts';
import { type ShellFacts, trayMenu } from './tray-menu.ts';

/** A menu that is open is built anew when it changes; more often than that it could not be read. */
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

  /** Brings everything up to date, soon. */
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
