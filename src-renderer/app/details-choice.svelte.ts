const KEY = 'keepfold.details';
/** In a narrower window they cover the list, so reaching a row would show nothing but them. */
const ROOM = '(min-width: 50rem)';

/**
 * Whether details are shown beside a listing; remembered on this computer; until chosen, they are shown where there is
 * room.
 */
export class DetailsChoice {
  #isOpen = $state.raw(true);
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
    const kept = storage.getItem(KEY);
    this.#isOpen = kept === null ? window.matchMedia(ROOM).matches : kept !== 'closed';
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#storage.setItem(KEY, isOpen ? 'open' : 'closed');
  }
}
