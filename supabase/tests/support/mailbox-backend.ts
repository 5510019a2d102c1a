import { startFunctionsBackend, type FunctionsBackend } from './functions-backend';

/** What the mail service that hands mails over knows. */
export const INBOUND_MAIL_SECRET = 'known-to-the-mail-service-alone';

/** A backend whose functions know that mail service. */
export const startMailboxBackend = (): Promise<FunctionsBackend> =>
  startFunctionsBackend({ INBOUND_MAIL_SECRET });
