/** Who is in the sample: names that the accounts get, and the devices that their changes come from. */
export const PEOPLE = {
  mara: { email: 'mara@example.org', name: 'Mara Lindqvist' },
  jonas: { email: 'jonas@example.org', name: 'Jonas Okafor' },
} as const;

export const DEVICES = {
  laptop: 'Mara’s laptop',
  phone: 'Mara’s phone',
  desktop: 'Jonas’s desktop',
} as const;

export type PersonName = keyof typeof PEOPLE;
export type DeviceName = keyof typeof DEVICES;

/** What somebody does to one item. Contents are made when they are needed, so that a story is quick to tell. */
export type SampleChange =
  | { readonly op: 'put'; readonly path: string; readonly content: () => Buffer | Promise<Buffer> }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly to: string };

/** One commit. */
export interface SampleStep {
  /** Unix seconds. */
  readonly atSeconds: number;
  readonly author: PersonName;
  readonly device: DeviceName;
  readonly action:
    | { readonly kind: 'change'; readonly changes: readonly SampleChange[] }
    /** Brings back what was deleted last under this path. */
    | { readonly kind: 'restore'; readonly path: string }
    /** Gives a file the content it was first saved with. */
    | { readonly kind: 'revert'; readonly path: string };
}

/** The years that a story is told of, and what it draws its turns from. */
export interface StoryTime {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
}

/** A library and all that happens in it, in order of time. */
export interface SampleLibrary {
  readonly name: string;
  readonly description: string;
  readonly owner: PersonName;
  readonly sharedWith: PersonName;
  readonly steps: readonly SampleStep[];
}
