import { NAME_BESIDE } from '../../../../src-shared/name-beside.ts';
import { messages } from '../../../i18n/messages.ts';

export const t = messages('folders/backup', {
  pathExample: '/media/you/Backup disk',
  none: 'Nothing is copied to another disk yet. The history protects you from mistakes, but not from a broken disk.',
  chooseFolder: 'Choose a folder…',
  loading: 'Loading the backup status',
  unknown: 'Keepfold could not read the backup status.',
  daily: 'Back up every day',
  dailyText: 'A day after the last backup, while Keepfold runs. Only what is new is copied.',
  now: 'Back up now',
  stop: 'Turn off backups',
  stopped: 'Backups are turned off',
  stoppedText: 'The copies already made stay in {folder}.',
  actionStopped: 'turning off backups',
  cancel: 'Cancel',
  use: 'Use this folder',

  looking: 'Looking for what is new',
  copying: 'Copying: {done} of {total}',
  progress: 'Progress of the backup',
  last: 'Last backup <time></time>: {size} copied',
  lastWithoutNew: 'Last backup <time></time>: nothing new',
  never: 'No backup in this folder yet.',

  dialogTitle: 'Where should the backup go?',
  dialogText:
    'Choose an empty folder on another disk. It becomes a complete copy of Keepfold’s data, with all libraries and their history.',
  whichFolder: 'Folder for the backup',
  notThere: 'The backup cannot go there',
  notSet: 'The folder was not set.',
  notChanged: 'The backup was not changed.',
  notBegun: 'The backup did not start.',

  failedTitle: 'The last backup failed',
  awayTitle: 'The backup folder is unavailable',
  awayText: 'Connect its disk. The backup on it stays as it is.',
  otherMeanwhile: 'Keepfold was busy. It tries again within the hour.',

  restoreOpen: 'Restore from a backup…',
  restoreTitle: 'Restore from a backup',
  restoreText: 'Choose a backup folder and see what is in it. Nothing in that folder is changed.',
  whichBackup: 'Backup folder',
  look: 'Show contents',
  whole: 'Use a complete backup…',
  wholeText: 'Libraries come back with their history. With accounts, shares and settings:',
  notRestorable: 'Nothing can be restored from there',
  notRestored: 'Nothing was restored.',
  back: 'Back',
  madeAt: 'Made <time></time>, in {folder}',
  emptyBackup: 'This backup has no libraries.',
  inBackup: 'Libraries in the backup',
  encrypted: 'Encrypted',
  hereSame: 'Already here, identical',
  hereNewer: 'Already here, newer',
  hereOlder: 'Already here, older',
  hereOther: 'Already here, different',
  hereDeleted: 'Deleted here',
  ofDepartment: 'a department',
  libraryFacts: '{count, plural, one {#\u00a0file} other {#\u00a0files}}, {size}',
  nameBeside: NAME_BESIDE,
  comesBackAs: 'Restored as “{name}”, next to the one here.',
  becomesYours: 'Becomes yours, because its owner has no account here.',
  refusedEncrypted:
    'Cannot be restored next to the one that was here: the password of an encrypted library belongs to its ID.',
  restoreMeaning:
    'Libraries come back with their whole history and trash. Nothing that is here changes; shares and links are not restored.',
  restoreCount: '{count, plural, =0 {Restore} one {Restore #\u00a0library} other {Restore #\u00a0libraries}}',
  beginning: 'Reading the backup',
  restoring: 'Restoring: {done} of {total}',
  restoringText: 'Each library appears once it is complete. You can leave this page.',
  restoreProgress: 'Progress of restoring',
  cancelRestore: 'Cancel restoring',
  goOn: 'Continue in the background',
  done: 'Done',
  restored: '{count, plural, one {#\u00a0library is back:} other {#\u00a0libraries are back:}}',
  unreadableObjects: '{count, plural, one {#\u00a0piece} other {#\u00a0pieces}} of it could not be read',
  unreadableMeaning: 'The backup is damaged there. Everything else is intact; a check names what is missing.',
  libraryNotRestored: '“{name}” was not restored',
  historyDamaged: 'Its history in the backup is damaged or incomplete. Try another backup.',
  restoreCanceled: 'Restoring was cancelled. Libraries that were complete stay.',
  restoreFailed: 'Restoring failed',
  busyWithBackup: 'A backup or a clean-up is running. Wait until it is done, and try again.',

  newsLast: 'The last backup was made {when}.',
  newsNever: 'No backup has been made yet.',
  newsRunning: 'A backup is running.',
  newsFirstRunning: 'The first backup is running.',
  newsAway: 'The backup folder is unavailable: connect its disk.',
  newsFailed: 'The last backup failed.',
  newsNone: 'No backup yet: one broken disk could take everything.',
  newsSameDisk: 'The backup is on the same disk as the data, so it does not count: one disk can take both.',
  newsSameDiskAway:
    'The backup folder is unavailable. It was on the same disk as the data, so it does not count anyway.',
  newsInMemory: 'The backup is in the memory of this computer, so it does not count: a restart takes it.',
  newsInMemoryAway:
    'The backup folder is unavailable. It was in the memory of the computer, which a restart empties.',
  setUp: 'Set up backup',
  stepTitle: 'Next: a backup',
  stepText:
    'Files and history are on the same computer. If its disk breaks, both are gone, unless there is a copy on another disk.',
  later: 'Later',
  sameDiskTitle: 'This is no backup yet',
  sameDiskText:
    'The folder is on the same disk as Keepfold’s data. If that disk breaks, both are gone. Choose a folder on another disk.',
  inMemoryText:
    'The folder is in the memory of the computer and gone when that is restarted or switched off. Choose a folder on another disk.',
  useAnyway: 'Use it anyway',
  overdue: 'No backup for {count, plural, one {#\u00a0day} other {#\u00a0days}}',
  toSettings: 'Backup settings',

  readNothing:
    'Keepfold has not yet read your saved files again to check them. It does so bit by bit every day.',
  nothingChecked:
    'Keepfold will check your saved files bit by bit every day, and test restoring from the backup.',
  readPart: 'So far, {percent}\u00a0% of what is saved was read again and is intact.',
  readOverdue: '{percent}\u00a0% of what is saved has not been checked for over {days} days.',
  readBetween: 'Every saved file was read and found intact, or is new, between {from} and {to}.',
  readOn: 'Every saved file was read and found intact, or is new, on {day}.',
  damaged: '{count, plural, one {#\u00a0saved piece is} other {#\u00a0saved pieces are}} damaged',
  damagedNamed:
    '{count, plural, one {#\u00a0saved piece is} other {#\u00a0saved pieces are}} damaged: {names}',
  damagedText:
    'Everything else is intact. Where a linked folder still has the file, Keepfold repairs it by itself; the backup may have a good copy too.',
  damagedWithoutBackup:
    'Everything else is intact. Where a linked folder still has the file, Keepfold repairs it by itself. There is no backup to repair it from.',
  damageDetails: 'Check and details',
  repair: 'Repair from backup',
  repairFailed: 'The repair stopped early. The list of background jobs says why.',
  repairLeft:
    '{count, plural, one {#\u00a0piece is} other {#\u00a0pieces are}} missing in the backup too, or damaged there. Try an older backup.',

  rehearsal: 'Restore test',
  rehearsalText:
    'Keepfold restores some current and some earlier files from the backup, compares them with the libraries, and deletes them again. The disk has to be connected.',
  howOften: 'How often to test a restore',
  monthly: 'Every month',
  weekly: 'Every week',
  'never-rehearse': 'Never',
  'scheduled-monthly': 'Keepfold tests a restore every month',
  'scheduled-weekly': 'Keepfold tests a restore every week',
  'scheduled-off': 'Keepfold no longer tests restores',
  actionSchedule: 'changing how often a restore is tested',
  rehearseNow: 'Test now',
  rehearsing: 'Restoring files from the backup and comparing them',
  notRehearsed: 'The restore test could not start',
  rehearsalWaits:
    'No restore from the backup has been tested yet. Keepfold does that when its disk is connected.',
  rehearsalFailed: 'The last restore test could not be completed.',
  rehearsalDone:
    'Last restore test {when}: {count, plural, one {#\u00a0file} other {#\u00a0files}} ({size}) came back from the backup unchanged.',
  rehearsalEmpty: 'Last restore test {when}: the backup had no file to test.',
  rehearsalLost:
    'Last restore test {when}: {count, plural, one {#\u00a0file} other {#\u00a0files}} did not come back from the backup.',
  lostTitle: '{count, plural, one {#\u00a0file} other {#\u00a0files}} did not come back from the backup',
  lostText:
    'The backup is damaged there; the libraries here are not affected. Check its disk, and make a new backup in an empty folder. These did not come back:',
});
