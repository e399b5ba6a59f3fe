import { messages } from '../../i18n/messages.ts';

export const t = messages('erase', {
  erase: 'Erase from history…',
  ownersOnly: 'Only owners can do this',
  title: 'Erase “{name}” from all of the history?',
  titleDecided: 'Erase “{name}” from the history',
  meaning:
    'Everything listed goes for good, and nobody can bring it back. Versions under other names or in other folders stay.',
  meaningNames:
    'Everything that ever was at this path and at those that the file had before goes for good. Nobody can bring it back.',
  meaningEverywhere: 'This content goes for good, under every name. Nobody can bring it back.',
  what: 'To be erased',
  atPlace: 'At this place',
  allNames: 'Under all its names',
  formerNames: 'Names that the file had before',
  until: 'until {moment}',
  nameIsTaken: 'Something else is there today, and goes as well.',
  hadOtherNames:
    'The file had {count, plural, one {#\u00a0other name} other {#\u00a0other names}} before. What was there stays, unless you choose “Under all its names”.',
  hadMoreNames:
    'The file had more than {count, plural, other {#\u00a0other names}} before. What was there stays. “Under all its names” erases the newest {count} of them too.',
  moreNames: 'The file had more than these {count, plural, other {#\u00a0names}}.',
  moreNamesStay: 'Anything under older names stays. Begin with the oldest of these to erase it as well.',
  everywhere: 'This content, under every name',
  planning: 'Reading the history…',
  planFailed: 'The history could not be read.',
  sum: '{versions, plural, one {#\u00a0version} other {#\u00a0versions}} in {moments, plural, one {#\u00a0moment} other {#\u00a0moments}}, up to {size}',
  period: 'From {first} to {last}',
  versions: 'Versions that go',
  moreVersions: '…and {count, plural, one {#\u00a0more} other {#\u00a0more}}',
  rewritten:
    '{count, plural, one {#\u00a0change gets a new ID} other {#\u00a0changes get new IDs}}. Time and author stay; descriptions lose the names of what goes.',
  current: 'It is there today, and goes from there too.',
  folders:
    'It goes from {count, plural, one {#\u00a0linked folder} other {#\u00a0linked folders}} of this computer: {paths}',
  pins: 'Pinned moments stay, without it: {names}',
  trash:
    '{count, plural, one {#\u00a0deletion} other {#\u00a0deletions}} can no longer be taken back from the trash.',
  links: '{count, plural, one {#\u00a0link stops} other {#\u00a0links stop}} working.',
  devices:
    '{count, plural, one {#\u00a0device follows} other {#\u00a0devices follow}} without downloading anything again.',
  elsewhere: 'The same content stays at: {paths}',
  sharedFolder: 'The shared folder “{name}” loses it as well.',
  sharedFolderEnds: 'The shared folder “{name}” ends.',
  encrypted: 'No password is needed: names and IDs of an encrypted library can be read without it.',
  backup: 'The backup holds it until the next one is made. Older copies and exports keep it.',
  copies: 'Earlier copies and exports keep it.',
  action: 'Erase from {count, plural, one {#\u00a0moment} other {#\u00a0moments}}',
  typeName: 'Type “{expected}” to confirm',
  moved: 'The library has changed meanwhile. Look at the numbers again.',
  rewriting: 'Rewriting the history…',
  removing: 'Removing the content from the disk…',
  goesOn: 'This goes on when you close the window.',
  erased: 'Erased. {count, plural, one {#\u00a0change has a new ID} other {#\u00a0changes have new IDs}}.',
  proof:
    '{count, plural, one {#\u00a0moment of the history was} other {#\u00a0moments of the history were}} read again: it is in none of them.',
  notProved:
    '{count, plural, one {#\u00a0moment of the history still holds} other {#\u00a0moments of the history still hold}} it. Run a check.',
  removed:
    '{count, plural, one {#\u00a0piece was} other {#\u00a0pieces were}} removed from the disk, {size} in all.',
  waiting:
    'No moment in the history holds it any more. The content is deleted once the linked folders have caught up.',
  notRemoved: 'Its content could not be deleted yet. Keepfold tries again by itself.',
  failed: 'It was not erased.',
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
});
