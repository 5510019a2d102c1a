/** What mail services that hand mails to the backends of these tests know. */
export const INBOUND_MAIL_SECRET = 'known-to-the-mail-service-alone';
