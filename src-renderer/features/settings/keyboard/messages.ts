import { messages } from '../../../i18n/messages.ts';

export const t = messages('settings/keyboard', {
  title: 'Keyboard',
  text: 'In this browser or window.',
  words: 'keys shortcuts hotkeys letters accessibility speech',
  letters: 'Shortcuts of a single letter',
  lettersText:
    'Such as P for pause and ? for the list of shortcuts. Keys with Ctrl or Alt always work, and names in lists are always found by their letters.',
});
