import { backupCommands } from './backup-commands.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion-command.ts';
import { contentCommands } from './content-commands.ts';
import { eraseCommand } from './erase-command.ts';
import { folderChoiceCommands } from './folder-choice-commands.ts';
import { folderCommands, folderKeyCommands } from './folder-commands.ts';
import { healthCommands } from './health-commands.ts';
import { libraryCommands } from './library-commands.ts';
import { networkCommands } from './network-commands.ts';
import { pausedChangeCommands } from './paused-change-commands.ts';
import { restCommands } from './rest-commands.ts';
import { searchCommands } from './search-commands.ts';
import { storageCommands } from './storage-commands.ts';
import { upkeepCommands } from './upkeep-commands.ts';

/** Every command, in the order of the help. */
export const ALL_COMMANDS: readonly Command[] = [
  ...upkeepCommands,
  ...networkCommands,
  ...backupCommands,
  ...healthCommands,
  ...libraryCommands,
  ...storageCommands,
  ...folderCommands,
  ...pausedChangeCommands,
  ...folderChoiceCommands,
  ...folderKeyCommands,
  ...restCommands,
  ...contentCommands,
  eraseCommand,
  ...searchCommands,
  completionCommand(() => ALL_COMMANDS),
];
