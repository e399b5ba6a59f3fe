import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { LocalClient } from '../local-client.ts';
import {
  type Answer,
  type Command,
  type CommandInput,
  command,
  type OptionShapes,
  UsageError,
} from './command.ts';
import { describe, findFolder } from './folder-commands.ts';
import { formatTime } from './text.ts';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Seconds of a duration such as `30m`, `2h` or `1d`.
 * @throws UsageError
 */
export function secondsIn(words: string): number {
  const [, count, unit] = /^(\d{1,7})([smhd])$/.exec(words) ?? [];
  const seconds = Number(count) * (SECONDS[unit ?? ''] ?? 0);
  if (!(seconds > 0)) throw new UsageError(`"${words}" is no time. Write 30m, 2h or 1d.`);
  return seconds;
}

const LASTING = {
  for: { value: '30m|2h|1d', about: 'how long; without it until resumed' },
} as const satisfies OptionShapes;

type LastingInput = CommandInput<typeof LASTING>;

/** The duration of a pause, as the calls take it. */
function lastingOf({ for: words }: LastingInput['options']): { for_seconds?: number } {
  return words === undefined ? {} : { for_seconds: secondsIn(words) };
}

function resting(folder: LinkedFolderJson): string {
  const until = folder.resume_at === 0 ? '' : ` until ${formatTime(folder.resume_at)}`;
  return `${describe(folder)}${until}`;
}

async function pauseOne(client: LocalClient, { args, options, resolvePath }: LastingInput): Promise<Answer> {
  const lasting = lastingOf(options);
  const { id } = await findFolder(client, { args, resolvePath });
  const folder = await client.call('POST folders/:folder_id/pause/', { folder_id: id, ...lasting });
  return { json: folder, text: resting(folder) };
}

async function pauseAll(client: LocalClient, { options }: LastingInput): Promise<Answer> {
  const lasting = lastingOf(options);
  return onAll(client, 'pause', lasting, () => true);
}

async function resumeAll(client: LocalClient): Promise<Answer> {
  return onAll(client, 'resume', {}, ({ state }) => state === 'paused');
}

/** Calls it for all linked folders, and answers with their new state. */
async function onAll(
  client: LocalClient,
  verb: 'pause' | 'resume',
  body: object,
  isMeant: (folder: LinkedFolderJson) => boolean,
): Promise<Answer> {
  const { folders } = await client.call('GET folders/');
  const after: LinkedFolderJson[] = [];
  for (const folder of folders) {
    const isOne = isMeant(folder);
    after.push(
      isOne
        ? await client.call(`POST folders/:folder_id/${verb}/`, { folder_id: folder.id, ...body })
        : folder,
    );
  }
  return { json: after, text: after.length === 0 ? 'No linked folders.' : after.map(resting).join('\n') };
}

/** Commands that pause and resume linked folders, one or all. */
export const restCommands: readonly Command[] = [
  command({
    ...{ name: 'folder pause', args: '<id|path>', options: LASTING, run: pauseOne },
    summary: 'stops looking for changes until resumed, or for a time',
    example: 'folder pause ~/Photos --for 2h',
  }),
  command({
    ...{ name: 'pause', options: LASTING, run: pauseAll },
    summary: 'pauses all linked folders',
    example: 'pause --for 1d',
  }),
  command({
    ...{ name: 'resume', run: resumeAll },
    summary: 'resumes all linked folders that are paused',
    example: 'resume',
  }),
];
