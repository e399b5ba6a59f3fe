import Settings from '@lucide/svelte/icons/settings';
import type { PaletteEntry } from '../../features/palette/palette-search.ts';
import { matchingParts } from '../../features/settings/settings-sections.ts';
import { hrefOf } from '../../format/address.ts';
import { t } from './messages.ts';

/** The parts of the settings, found by typing. Loaded with the palette: their words are not needed before. */
export function settingsEntries(account: {
  readonly isAdmin: boolean;
  readonly hasApp: boolean;
}): readonly PaletteEntry[] {
  return matchingParts('', account.isAdmin)
    .filter(({ key }) => key !== 'computer' || account.hasApp)
    .map(({ key, title, text, words }) => ({
      ...{ id: `settings-${key}`, group: 'places', icon: Settings, label: title, note: t('settings') },
      ...{ words: `${words} ${text}`, isHidden: true },
      run: () => {
        window.location.hash = hrefOf({ screen: 'settings', part: key });
      },
    }));
}
