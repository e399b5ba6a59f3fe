import { isIdleLetter } from './keys.ts';
import { type RowSteps, rowForKey, TypeAhead } from './list-rows.ts';
import type { PickMode } from './selection.svelte.ts';

interface ItemCommands {
  readonly onopen?: ((index: number) => void) | undefined;
  readonly onpick?: ((index: number, mode: PickMode) => void) | undefined;
  /** Keys that a list does not use itself. */
  readonly onkey?: ((event: KeyboardEvent, index: number) => void) | undefined;
  readonly textOf?: ((index: number) => string) | undefined;
}

interface KeyedList {
  readonly steps: () => RowSteps;
  readonly commands: () => ItemCommands;
  /** Makes one active and moves the focus there. */
  readonly focus: (index: number) => void;
}

/** Keyboard behaviour of a list, whether its items are stacked or side by side. */
export class ItemKeys {
  readonly #list: KeyedList;
  readonly #typeAhead = new TypeAhead();

  constructor(list: KeyedList) {
    this.#list = list;
  }

  /** A key on an item itself, not on something in it. */
  press(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const { onopen, onpick } = this.#list.commands();
    const { active } = this.#list.steps();
    const target = this.#targetOf(event);
    if (target !== null) {
      event.preventDefault();
      this.#list.focus(target);
      if (!isToggling(event)) onpick?.(target, event.shiftKey ? 'range' : 'only');
    } else if (event.key === 'Enter' && onopen && !event.altKey) {
      event.preventDefault();
      onopen(active);
    } else if (event.key === ' ' && isToggling(event) && onpick) {
      event.preventDefault();
      onpick(active, 'toggle');
    } else {
      this.#giveOn(event);
    }
  }

  /** The item that a key leads to. In lists that select several items, Ctrl moves without selecting. */
  #targetOf(event: KeyboardEvent): number | null {
    if (event.altKey || (isToggling(event) && !this.#list.commands().onpick)) return null;
    return rowForKey(event.key, this.#list.steps());
  }

  /** A key that the list does not use is a command to its screen, or the beginning of a name. */
  #giveOn(event: KeyboardEvent): void {
    if (!isIdleLetter(event)) this.#list.commands().onkey?.(event, this.#list.steps().active);
    if (!event.defaultPrevented) this.#jumpToName(event);
  }

  #jumpToName(event: KeyboardEvent): void {
    const { textOf, onpick } = this.#list.commands();
    if (!textOf) return;
    const { count, active } = this.#list.steps();
    const found = this.#typeAhead.find(event, { count, active, textOf });
    if (found === null) return;
    event.preventDefault();
    this.#list.focus(found);
    onpick?.(found, 'only');
  }
}

/** How a click with its keys selects. */
export function pickModeOf(event: MouseEvent): PickMode {
  return event.shiftKey ? 'range' : isToggling(event) ? 'toggle' : 'only';
}

function isToggling(event: MouseEvent | KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey;
}
