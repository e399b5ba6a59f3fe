import { messages } from '../../i18n/messages.ts';

export const t = messages('app/keys', {
  palette: 'Go to a screen or library, or do something',
  panes: 'Next part of the window; with Shift the one before',
  filter: 'Search or filter on this screen',
  pause: 'Pause or resume the folder of the library',
  rescan: 'Look through the folder of the library',
  history: 'History of the selected item, or of the folder',
});
