import type { AccountJson, CheckJson, GarbageJson, StatusJson } from '../../../src-shared/local-api.ts';
import { checkOffline, collectOffline } from '../../app/maintenance.ts';
import { recoverData } from '../../app/recover-data.ts';
import { StartError } from '../../app/start-error.ts';
import { type Answer, type Command, type Options, optionText, requireYes } from './command.ts';
import { recoveryAnswer } from './recovery-text.ts';
import { formatBytes, formatTime, table, visible } from './text.ts';

function checkAnswer(report: CheckJson): Answer {
  const { sound, problems } = report;
  const counted = `${report.libraries} libraries, ${report.commits} commits, ${report.objects} objects`;
  const read = report.full ? `, ${formatBytes(report.bytes)} read` : '';
  const rows = problems.slice(0, 50).map((found) => [found.library_id, found.kind, found.id, found.reason]);
  const more = problems.length > 50 ? `\n… and ${problems.length - 50} more` : '';
  const text = sound ? `Sound: ${counted}${read}.` : `Damaged (${counted}${read}):\n${table(rows)}${more}`;
  return { json: report, text, exitCode: sound ? 0 : 1 };
}

function isGarbageDryRun(options: Options): boolean {
  if (options['dry-run'] === true) return true;
  requireYes(options, 'This removes for good what no shown version and no shown deletion needs.');
  return false;
}

const WAITING_FOR_CLOCK =
  'The clock is more than a day ahead of when Keepfold last ran, so nothing expires until it has run for 24 hours. Should the clock be wrong, set it right.';

function garbageAnswer(report: GarbageJson): Answer {
  const { dry_run, objects, bytes, libraries, skipped } = report;
  const done = `Removed ${report.removed_objects} objects (${formatBytes(report.removed_bytes)}) from ${libraries} libraries; the disk has ${formatBytes(report.disk_bytes)} back.`;
  const planned = `${objects} objects (${formatBytes(bytes)}) in ${libraries} libraries could be freed.`;
  const left = skipped.map(({ library_id, reason }) => `Left alone: ${library_id} (${reason}). Run a check.`);
  const waiting = report.waiting_for_clock ? [WAITING_FOR_CLOCK] : [];
  return {
    json: report,
    text: [dry_run ? planned : done, ...waiting, ...left].join('\n'),
    exitCode: skipped.length === 0 ? 0 : 1,
  };
}

export const upkeepCommands: readonly Command[] = [
  {
    name: 'status',
    usage: '',
    summary: 'says whether the server runs and what it is doing',
    minArgs: 0,
    maxArgs: 0,
    run: async (client) => {
      const status = await client.get<StatusJson>('status/');
      const folders = status.folders.map((folder) => `  ${visible(folder.path)}: ${folder.state}`).join('\n');
      const text = `Keepfold ${status.version} at ${status.address}, since ${formatTime(status.started_at)}.
Data folder ${visible(status.data_dir)}, ${status.libraries} libraries, ${status.folders.length} linked folders.`;
      return { json: status, text: folders === '' ? text : `${text}\n${folders}` };
    },
  },
  {
    name: 'check',
    usage: '[--full]',
    summary: 'proves that everything is here and whole; --full reads every byte',
    minArgs: 0,
    maxArgs: 0,
    run: async (client, { options }) => {
      return checkAnswer(await client.send<CheckJson>('POST', 'check/', { full: options['full'] === true }));
    },
    runOffline: async ({ options, dataDir }) =>
      checkAnswer(await checkOffline(dataDir, options['full'] === true)),
  },
  {
    name: 'gc',
    usage: '[--dry-run] --yes',
    summary: 'frees the room of what history and trash show no more',
    minArgs: 0,
    maxArgs: 0,
    run: async (client, { options }) => {
      const isDryRun = isGarbageDryRun(options);
      return garbageAnswer(await client.send<GarbageJson>('POST', 'garbage/', { dry_run: isDryRun }));
    },
    runOffline: async ({ options, dataDir }) =>
      garbageAnswer(await collectOffline(dataDir, isGarbageDryRun(options))),
  },
  {
    name: 'recover',
    usage: '[--dry-run] [--force] --yes',
    summary: 'makes a lost or damaged database again; only while nothing runs',
    minArgs: 0,
    maxArgs: 0,
    run: async (_client, { dataDir }) => {
      throw new StartError(
        'data-dir-in-use',
        `The data folder ${dataDir} is in use. Recovering works only while no Keepfold runs on it.`,
      );
    },
    runOffline: async ({ options, dataDir }) => {
      const isDryRun = options['dry-run'] === true || options['yes'] !== true;
      return recoveryAnswer(await recoverData(dataDir, { isDryRun, isForced: options['force'] === true }));
    },
  },
  {
    name: 'user add',
    usage: '<e-mail> --password <password> [--name <name>] [--admin]',
    summary: 'adds somebody who can sign in',
    minArgs: 1,
    maxArgs: 1,
    run: async (client, { args, options }) => {
      const name = optionText(options, 'name');
      const account = await client.send<AccountJson>('POST', 'users/', {
        email: args[0],
        password: optionText(options, 'password') ?? '',
        is_admin: options['admin'] === true,
        ...(name === undefined ? {} : { name }),
      });
      return {
        json: account,
        text: `Added ${account.email}${account.is_admin ? ' as an administrator' : ''}.`,
      };
    },
  },
  {
    name: 'token create',
    usage: '[--user <e-mail>] [--device <name>]',
    summary: 'gives the API token of a user, or one for a device or script that can be ended by itself',
    minArgs: 0,
    maxArgs: 0,
    run: async (client, { options }) => {
      const email = optionText(options, 'user');
      const device = optionText(options, 'device');
      const made = await client.send<{ token: string; email: string }>('POST', 'tokens/', {
        ...(email === undefined ? {} : { email }),
        ...(device === undefined ? {} : { device, platform: PLATFORMS.get(process.platform) ?? 'linux' }),
      });
      return { json: made, text: made.token };
    },
  },
];

/** As clients call them. */
const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ['win32', 'windows'],
  ['darwin', 'mac'],
]);
