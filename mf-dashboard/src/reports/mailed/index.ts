/**
 * What the mails of the reports say, with the words and columns of the screen: bundled for the Edge Function that sends them
 * (`npm run gen:functions`). Takes what the database answers, as it answers it (supabase/schemas/pages/functions/mailed.sql).
 */
export { mailedFollowUp } from './mailed-follow-up';
export { mailedReport } from './mailed-report';
