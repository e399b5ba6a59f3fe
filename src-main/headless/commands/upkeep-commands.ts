import type { CheckJson, GarbageJson, UntrueReason } from '../../../src-shared/upkeep-api.ts';
import { StartError } from '../../app/start-error.ts';
import { type Answer, type Command, command, requireYes, TWICE } from './command.ts';
import { newPasswordOf, PASSWORDS } from './passwords.ts';
import { recoveryAnswer } from './recovery-text.ts';
import { formatBytes, formatTime, table, visible } from './text.ts';

function checkAnswer(report: CheckJson): Answer {
  const { sound, problems } = report;
  const counted = `${report.libraries} libraries, ${report.commits} commits, ${report.objects} objects`;
  const read = report.full ? `, ${formatBytes(report.bytes)} read` : '';
  const rows = problems.slice(0, 50).map((found) => [found.library_id, found.kind, found.id, found.reason]);
  const more = problems.length > 50 ? `\n… and ${problems.length - 50} more` : '';
  const text = sound ? `Sound: ${counted}${read}.` : `Damaged (${counted}${read}):\n${table(rows)}${more}`;
  return { json: report, text: `${text}${untrueText(report)}`, exitCode: sound ? 0 : 1 };
}

const UNTRUE_WORDS: Readonly<Record<UntrueReason, string>> = {
  time: 'a time that no calendar has',
  size: 'another size in its folder than the file has',
  'path-too-long': 'a path of more than 4,096 bytes',
  'too-deep': 'folders nested too deeply',
  'too-many-entries': 'folders that name one another over and over',
};

/** This is no damage: everything can be read, and deleting the named items resolves it. */
function untrueText({ untrue, untrue_count }: CheckJson): string {
  if (untrue_count === 0) return '';
  const rows = untrue
    .slice(0, 50)
    .map((found) => [found.library_id, UNTRUE_WORDS[found.reason], visible(found.path) || found.commit_id]);
  const more = untrue_count > rows.length ? `\n… and ${untrue_count - rows.length} more` : '';
  return `\nNot damaged, but not what it says it is; newer versions refuse such content:\n${table(rows)}${more}`;
}

function isGarbageDryRun(options: { readonly yes: boolean; readonly 'dry-run': boolean }): boolean {
  if (options['dry-run']) return true;
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
  command({
    name: 'status',
    summary: 'says whether the server runs and what it is doing',
    example: 'status --json',
    run: async (client) => {
      const status = await client.call('GET status/');
      const folders = status.folders.map((folder) => `  ${visible(folder.path)}: ${folder.state}`).join('\n');
      const text = `Keepfold ${status.version} at ${status.address}, since ${formatTime(status.started_at)}.
Data folder ${visible(status.data_dir)}, ${status.libraries} libraries, ${status.folders.length} linked folders.`;
      return { json: status, text: folders === '' ? text : `${text}\n${folders}` };
    },
  }),
  command({
    name: 'check',
    summary: 'proves that everything is here and whole',
    options: { full: { about: 'reads every byte' } },
    example: 'check --full',
    run: async (client, { options: { full } }) => checkAnswer(await client.call('POST check/', { full })),
    runOffline: async ({ options: { full }, dataDir }) => {
      const { checkOffline } = await import('../../app/maintenance.ts');
      return checkAnswer(await checkOffline(dataDir, full));
    },
  }),
  command({
    name: 'gc',
    summary: 'frees the room of what history and trash show no more',
    options: TWICE,
    example: 'gc --dry-run',
    run: async (client, { options }) => {
      const isDryRun = isGarbageDryRun(options);
      return garbageAnswer(await client.call('POST garbage/', { dry_run: isDryRun }));
    },
    runOffline: async ({ options, dataDir }) => {
      const isDryRun = isGarbageDryRun(options);
      const { collectOffline } = await import('../../app/maintenance.ts');
      return garbageAnswer(await collectOffline(dataDir, isDryRun));
    },
  }),
  command({
    name: 'recover',
    summary: 'makes a lost or damaged database again; only while nothing runs',
    options: { ...TWICE, force: { about: 'makes a new one although the one that is there is sound' } },
    example: 'recover --dry-run',
    run: async (_client, { dataDir }) => {
      throw new StartError(
        'data-dir-in-use',
        `The data folder ${dataDir} is in use. Recovering works only while no Keepfold runs on it.`,
      );
    },
    runOffline: async ({ options, dataDir }) => {
      const { recoverData } = await import('../../app/recover-data.ts');
      const isDryRun = options['dry-run'] || !options.yes;
      return recoveryAnswer(await recoverData(dataDir, { isDryRun, isForced: options.force }));
    },
  }),
  command({
    name: 'user add',
    args: '<e-mail>',
    summary: 'adds somebody who can sign in; asks for the password, which may also be piped in',
    options: {
      name: { value: 'name', about: 'how the pages call the person' },
      admin: { about: 'an administrator' },
      ...PASSWORDS,
    },
    example: 'user add anna@example.org --password-stdin < password.txt',
    run: async (client, input) => {
      const { args, options } = input;
      const { name, admin } = options;
      const account = await client.call('POST users/', {
        email: args[0] ?? '',
        password: await newPasswordOf(input),
        is_admin: admin,
        name,
      });
      return {
        json: account,
        text: `Added ${account.email}${account.is_admin ? ' as an administrator' : ''}.`,
      };
    },
  }),
  command({
    name: 'token create',
    summary: 'gives the API token of a user, or one for a device or script that can be ended by itself',
    options: {
      user: { value: 'e-mail', about: 'whose; without it the first administrator' },
      device: { value: 'name', about: 'a token of its own under this name' },
    },
    example: 'token create --device "nightly script"',
    run: async (client, { options: { user: email, device } }) => {
      const made = await client.call('POST tokens/', {
        email,
        device,
        platform: device === undefined ? null : (PLATFORMS.get(process.platform) ?? 'linux'),
      });
      return { json: made, text: made.token };
    },
  }),
  command({
    name: 'sign-in',
    summary: 'prints an address that signs in once, without a password',
    example: 'sign-in',
    run: async (client) => {
      const link = await client.call('POST session/links/');
      return { json: link, text: link.address };
    },
  }),
];

/** Names that clients use. */
const PLATFORMS: ReadonlyMap<string, 'mac' | 'windows'> = new Map([
  ['win32', 'windows'],
  ['darwin', 'mac'],
]);
