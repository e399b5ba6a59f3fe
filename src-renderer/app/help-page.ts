import type { Address } from '../format/address.ts';

/** The page of the guide that belongs to what is shown; null: the first one. */
export function helpPageFor(address: Address): string | null {
  switch (address.screen) {
    case 'library':
      return helpPageForTab(address.tab);
    case 'compare':
    case 'search':
      return 'history-and-restore';
    case 'issues':
      return 'when-something-goes-wrong';
    case 'deleted':
      return 'trash-and-retention';
    case 'admin':
    case 'admin-contents':
      return 'sharing-and-people';
    case 'help':
      return address.page;
    case 'home':
    case 'activity':
    case 'libraries':
    case 'settings':
    case 'sign-in':
    case 'unknown':
      return null;
  }
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
