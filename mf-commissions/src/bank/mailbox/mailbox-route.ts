import { pageLoader } from '@paperplane/shared/platform';
import { mailboxApi } from './mailbox-api';

export { default } from './mailbox-page';

export const loader = pageLoader(() => mailboxApi.util.prefetch('getMailbox', undefined, {}));
