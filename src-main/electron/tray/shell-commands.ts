import { app, clipboard } from 'electron';
import type { LocalCalls } from '../service/local-calls.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import type { ServiceWatch } from '../service/service-watch.ts';
import type { LoginItem } from '../system/login-item.ts';
import type { AppWindow } from '../windows/app-window.ts';
import { pauseSeconds, type ShellCommand } from './menu-entry.ts';

export interface CommandParts {
  readonly keeper: ServiceKeeper;
  readonly calls: LocalCalls;
  readonly watch: ServiceWatch;
  readonly window: AppWindow;
  readonly loginItem: LoginItem;
}

/** Does what the user chose from a native menu. */
export async function runCommand(command: ShellCommand, parts: CommandParts): Promise<void> {
  const { keeper, calls, window, loginItem } = parts;
  switch (command.do) {
    case 'open':
      return await window.show(command.hash);
    case 'pause': {
      const seconds = pauseSeconds(command.time, new Date());
      const body = seconds === null ? {} : { for_seconds: seconds };
      return await forFolders(
        parts,
        (state) => state !== 'paused',
        (id) => calls.post(`folders/${id}/pause/`, body),
      );
    }
    case 'resume':
      return await forFolders(
        parts,
        (state) => state === 'paused',
        (id) => calls.post(`folders/${id}/resume/`),
      );
    case 'copy-address':
      return clipboard.writeText(keeper.address?.url ?? '');
    case 'start-at-login':
      return await loginItem.turn(command.isWanted);
    case 'start-service':
      return keeper.startAgain();
    case 'quit':
      return app.quit();
  }
}

/** A refusal of one folder does not affect the others. */
async function forFolders(
  { watch }: CommandParts,
  isMeant: (state: string) => boolean,
  act: (folderId: string) => Promise<void>,
): Promise<void> {
  const meant = watch.view.folders.filter(({ state }) => isMeant(state));
  const outcomes = await Promise.allSettled(meant.map(({ id }) => act(id)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
