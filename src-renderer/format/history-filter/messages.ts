import { messages } from '../../i18n/messages.ts';

/** What users type for a time, in lower case. */
export const t = messages('format/history-filter', {
  today: 'today',
  yesterday: 'yesterday',
  thisWeek: 'this week',
  lastWeek: 'last week',
  thisMonth: 'this month',
  lastMonth: 'last month',
});
