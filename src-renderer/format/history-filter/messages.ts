import { messages } from '../../i18n/messages.ts';

/** What people type for a time, in small letters. */
export const t = messages('format/history-filter', {
  today: 'today',
  yesterday: 'yesterday',
  thisWeek: 'this week',
  lastWeek: 'last week',
  thisMonth: 'this month',
  lastMonth: 'last month',
});
