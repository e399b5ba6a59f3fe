// The part before the text of a branch: `{count, plural, one {` and `} other {`.
type Branch = `${', ' | '} '}${'zero' | 'one' | 'two' | 'few' | 'many' | 'other' | `=${number}`} `;

/** The name in what follows a brace: `count` of `count, plural, one {# file} …`, `name` of `name} is back`. */
type NameIn<Rest extends string> = Rest extends `${infer Place}}${string}`
  ? Place extends `${infer Name},${string}`
    ? Name
    : Place
  : never;

/** The names of all values that an ICU message needs. */
type NamesIn<Message extends string> = Message extends `${infer Before}{${infer Rest}`
  ? (Before extends `${string}${Branch}` ? never : NameIn<Rest>) | NamesIn<Rest>
  : never;

/** What has to be passed with a message: nothing, or a value for each name in it. */
export type ValuesOf<Message extends string> = [NamesIn<Message>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<NamesIn<Message>, string | number>>];

/** The messages of one part of the program in one language, by key. */
export type Texts = Readonly<Record<string, string>>;

/** What translators write in: the messages of one language, by the part of the program that says them. */
export type Catalog = Readonly<Record<string, Texts>>;
