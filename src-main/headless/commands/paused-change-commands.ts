import type { FolderHeldJson, LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { type Answer, type Command, command, type OptionShapes, requireYes, TWICE } from './command.ts';
import { describe, findFolder } from './folder-commands.ts';
import { visible } from './text.ts';

/** Paused files shown. */
const MOST_SHOWN = 50;

const OPTIONS = {
  ...TWICE,
  if: { value: 'token', about: 'only if it is still what --dry-run showed with this token' },
} as const satisfies OptionShapes;

interface Decision {
  readonly verb: 'accept' | 'put-back';
  readonly summary: string;
  /** What the decision does with the paused changes, as the end of a sentence. */
  readonly effectOf: (held: FolderHeldJson, folder: LinkedFolderJson) => string;
  /** Whether nothing is removed or overwritten, so that `--yes` is not required. */
  readonly isHarmless: (folder: LinkedFolderJson) => boolean;
}

function namesOf({ count, paths }: FolderHeldJson): string {
  const shown = paths.slice(0, MOST_SHOWN).map((path) => `  ${visible(path)}`);
  // A missing folder is one path, and counts with all its files.
  const more = count > shown.length ? [`  … ${count} files in all`] : [];
  return [...shown, ...more].join('\n');
}

function shown(held: FolderHeldJson, effect: string): string {
  return `${effect}:\n${namesOf(held)}\nTo answer for these alone, add --yes --if ${held.token}`;
}

function deciding({ verb, summary, effectOf, isHarmless }: Decision): Command {
  return command({
    name: `folder ${verb}`,
    args: '<id|path>',
    summary,
    options: OPTIONS,
    example: `folder ${verb} ~/Photos --dry-run`,
    run: async (client, { args, options, resolvePath }): Promise<Answer> => {
      const found = await findFolder(client, { args, resolvePath });
      const { id, held } = found;
      const nothing = `Nothing that changed in ${visible(found.path)} is held.`;
      if (options['dry-run']) {
        const text = held === null ? nothing : shown(held, `Would ${effectOf(held, found)}`);
        return { json: { id, done: false, held }, text };
      }
      if (!isHarmless(found))
        requireYes(options, held === null ? nothing : `This would ${effectOf(held, found)}.`);
      if (held === null) return { json: found, text: nothing };
      // Without a token, the answer is for the question just fetched, which is shown with it.
      const token = options.if ?? held.token;
      const folder = await client.call(`POST folders/:folder_id/${verb}/`, { folder_id: id, token });
      const said = `To ${effectOf(held, found)}:\n${namesOf(held)}`;
      return { json: folder, text: `${said}\n${describe(folder)}` };
    },
  });
}

/** Decisions about a paused mass deletion or rewrite. */
export const pausedChangeCommands: readonly Command[] = [
  deciding({
    verb: 'accept',
    summary: 'lets a mass deletion or rewrite that is held go on, into the library or out of the folder',
    effectOf: ({ kind, count }, folder) => {
      const library = `"${visible(folder.library_name)}"`;
      if (kind === 'departures') return `remove ${counted(count)} from ${visible(folder.path)}`;
      return kind === 'removals'
        ? `remove ${counted(count)} from ${library}`
        : `put ${counted(count)} into ${library} as they were written over or renamed`;
    },
    isHarmless: () => false,
  }),
  deciding({
    verb: 'put-back',
    summary: 'brings back what a held mass deletion or rewrite took away, into the folder or the library',
    effectOf: ({ kind, count }, { path, library_name }) => {
      if (kind === 'departures') return `put ${counted(count)} into "${visible(library_name)}" again`;
      return kind === 'removals'
        ? `write ${counted(count)} into ${visible(path)} again`
        : `write ${counted(count)} of ${visible(path)} as the library has them over what they are now`;
    },
    isHarmless: ({ held }) => held !== null && held.kind !== 'rewrites',
  }),
];

function counted(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`;
}
