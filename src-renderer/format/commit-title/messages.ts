import { COMMIT_TITLES } from '../../../src-shared/commit-title.ts';
import { messages } from '../../i18n/messages.ts';

export const t = messages('format/commit-title', {
  ...COMMIT_TITLES,
  inAll:
    '{files, plural, one {#\u00a0file} other {#\u00a0files}}, {count, plural, one {#\u00a0folder} other {#\u00a0folders}}',
});
