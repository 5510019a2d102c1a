import { startFunctionsBackend, type FunctionsBackend } from './functions-backend';

/** What the mail service that hands mails over knows. */
export const INBOUND_MAIL_SECRET = 'known-to-the-mail-service-alone';

/** What that service writes into a mail that is from whom it names. */
export const PROVEN = 'Authentication-Results: mx.test; dmarc=pass';

/** A backend whose functions know that mail service. */
export const startMailboxBackend = (): Promise<FunctionsBackend> =>
  startFunctionsBackend({ INBOUND_MAIL_SECRET, INBOUND_MAIL_RESULTS_BY: 'mx.test' });
