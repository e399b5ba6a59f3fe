export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'keepfold.theme';

function isChoice(text: string | null): text is ThemeChoice {
  return text === 'system' || text === 'light' || text === 'dark';
}

/** Light or dark: as the system has it unless the user chose. */
export class Theme {
  #choice = $state.raw<ThemeChoice>('system');
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
    const stored = storage.getItem(KEY);
    if (isChoice(stored)) this.choose(stored);
  }

  get choice(): ThemeChoice {
    return this.#choice;
  }

  choose(choice: ThemeChoice): void {
    this.#choice = choice;
    this.#storage.setItem(KEY, choice);
    if (choice === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
  }
}
