import { problemOf } from '../../api/problem.ts';
import { lastName } from '../../format/path.ts';
import { formatSize } from '../../format/size.ts';
import { dateAndTime } from '../../format/time.ts';
import type { Clash, ClashChoice, ClashQuestion } from '../../ui/clash.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import { type ItemActions, itemValues, type Transfer } from './item-actions.ts';
import { t } from './messages.ts';

/** Moves and copies that ask about names that are taken before they begin. */
export class Transfers {
  #question = $state.raw<ClashQuestion | null>(null);
  readonly #actions: Pick<ItemActions, 'taken' | 'transfer'>;
  readonly #toasts: Toasts;

  constructor(actions: Pick<ItemActions, 'taken' | 'transfer'>, toasts: Toasts) {
    this.#actions = actions;
    this.#toasts = toasts;
  }

  get question(): ClashQuestion | null {
    return this.#question;
  }

  /** True: something went. */
  async start(wanted: Transfer): Promise<boolean> {
    try {
      const taken = await this.#actions.taken(wanted);
      const choices = taken.length === 0 ? new Map<string, ClashChoice>() : await this.#ask(taken);
      return choices !== null && (await this.#actions.transfer(wanted, choices));
    } catch (error) {
      this.#toasts.fail(t('stayedInPlace', itemValues(wanted.from.names)), problemOf(error));
      return false;
    }
  }

  async #ask(taken: Awaited<ReturnType<ItemActions['taken']>>) {
    const clashes = taken.map(({ path, kind, size, mtime }): Clash => {
      const note =
        kind === 'dir'
          ? t('folderThereAlready')
          : t('fileThereAlready', { size: formatSize(size), time: dateAndTime(mtime) });
      return { key: lastName(path), name: lastName(path), note };
    });
    const answer = await new Promise<ReadonlyMap<string, ClashChoice> | null>((resolve) => {
      this.#question = { clashes, answer: resolve };
    });
    this.#question = null;
    return answer;
  }
}
