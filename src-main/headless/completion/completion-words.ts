import { COMMON_OPTIONS, type Command } from '../commands/command.ts';

/** A word that may come next. */
interface Offer {
  readonly word: string;
  readonly about: string;
  /** Whether it is an option that needs a value. */
  readonly takesValue: boolean;
}

/** What may follow `at`: nothing, the first word of several commands, or a command. */
export interface Place {
  readonly at: string;
  /** Whether `at` is only the beginning of a command. */
  readonly isGroup: boolean;
  readonly offers: readonly Offer[];
}

/** What a shell may offer at each place, in the order of the help. */
export function completionWords(commands: readonly Command[]): Place[] {
  const places = new Map<string, Place & { readonly offers: Offer[] }>();
  const group = (at: string) => {
    const known = places.get(at);
    if (known !== undefined) return known;
    const made = { at, isGroup: true, offers: [] };
    places.set(at, made);
    return made;
  };
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ');
    const below = second === undefined ? null : group(first);
    const top = group('').offers;
    if (!top.some(({ word }) => word === first))
      top.push(wordOffer(first, below === null ? command.summary : `${first} …`));
    below?.offers.push(wordOffer(second ?? '', command.summary));
    places.set(command.name, { at: command.name, isGroup: false, offers: optionOffers(command.options) });
  }
  group('').offers.push(...optionOffers({}));
  return [...places.values()];
}

function wordOffer(word: string, about: string): Offer {
  return { word, about, takesValue: false };
}

function optionOffers(options: Command['options'] = {}): Offer[] {
  return Object.entries({ ...options, ...COMMON_OPTIONS, help: { about: 'shows help' } }).map(
    ([name, shape]) => ({ word: `--${name}`, about: shape.about, takesValue: 'value' in shape }),
  );
}

/** Options after which the next word is a value, whatever the command. */
export function optionsWithValue(places: readonly Place[]): string[] {
  const words = places.flatMap(({ offers }) =>
    offers.filter(({ takesValue }) => takesValue).map(({ word }) => word),
  );
  return [...new Set(words)];
}
