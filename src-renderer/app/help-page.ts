import type { Address } from '../format/address.ts';

type PlainScreen = Exclude<Address['screen'], 'library' | 'help'>;

const PAGES: Readonly<Record<PlainScreen, string | null>> = {
  compare: 'history-and-restore',
  differences: 'history-and-restore',
  search: 'history-and-restore',
  issues: 'when-something-goes-wrong',
  trash: 'trash-and-retention',
  deleted: 'trash-and-retention',
  storage: 'trash-and-retention',
  admin: 'sharing-and-people',
  'admin-contents': 'sharing-and-people',
  home: null,
  shared: 'sharing-and-people',
  activity: null,
  libraries: null,
  settings: null,
  'sign-in': null,
  'smart-link': null,
  unknown: null,
};

/** The page of the guide that belongs to what is shown; null: the first one. */
export function helpPageFor(address: Address): string | null {
  if (address.screen === 'library') return helpPageForTab(address.tab);
  return address.screen === 'help' ? address.page : PAGES[address.screen];
}

function helpPageForTab(tab: Extract<Address, { screen: 'library' }>['tab']): string {
  switch (tab) {
    case 'files':
    case 'history':
      return 'history-and-restore';
    case 'trash':
    case 'settings':
      return 'trash-and-retention';
    case 'folder':
      return 'linked-folders';
  }
}
