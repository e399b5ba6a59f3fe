import { setTimeout as delay } from 'node:timers/promises';
import type { BackupJson, BackupRunJson } from '../../../src-shared/backup-api.ts';
import type { LocalClient } from '../local-client.ts';
import { type Answer, type Command, type CommandInput, command, type OptionShapes } from './command.ts';
import { counted, formatBytes, visible } from './text.ts';

const ASK_EVERY_MS = 500;

const OPTIONS = {
  to: { value: 'dir', about: 'another folder than the one that is chosen, this once' },
} as const satisfies OptionShapes;

function targetOf({ options: { to }, resolvePath }: CommandInput<typeof OPTIONS>): string | null {
  return to === undefined ? null : resolvePath(to);
}

/** Polls until the copy is over. */
async function ended(client: LocalClient, begun: BackupJson): Promise<BackupRunJson | null> {
  let status = begun;
  while (status.progress !== null) {
    await delay(ASK_EVERY_MS);
    status = await client.call('GET backup/');
  }
  return status.last_run;
}

function answerOf(run: BackupRunJson | null): Answer {
  if (run === null) return { json: run, text: 'The backup was cut off.', exitCode: 1 };
  if (run.error !== null) return { json: run, text: run.error.message, exitCode: 1 };
  const copied =
    run.files === 0 ? 'nothing was new' : `${counted(run.files, 'new file')}, ${formatBytes(run.bytes)}`;
  return { json: run, text: `Backed up to ${visible(run.folder)}: ${copied}.` };
}

export const backupCommands: readonly Command[] = [
  command({
    name: 'backup',
    options: OPTIONS,
    example: 'backup --to /media/disk/keepfold',
    summary:
      'copies what is new to the folder of the backup, or once to another; that is a whole data folder',
    run: async (client, input) => {
      const folder = targetOf(input);
      const begun = await client.call('POST backup/run/', { folder });
      return answerOf(await ended(client, begun));
    },
    runOffline: async (input) => {
      const { backUpOffline } = await import('../../app/maintenance.ts');
      return answerOf(await backUpOffline(input.dataDir, targetOf(input)));
    },
  }),
];
