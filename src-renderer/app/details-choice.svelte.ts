const KEY = 'keepfold.details';

/** Whether details are shown beside a listing; remembered on this computer. */
export class DetailsChoice {
  #isOpen = $state.raw(true);
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#isOpen = storage.getItem(KEY) !== 'closed';
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#storage.setItem(KEY, isOpen ? 'open' : 'closed');
  }
}
