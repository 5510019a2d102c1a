/** Where the mail service tells what did not arrive (a webhook of Resend or Postmark). */
import { json, refuse, serve } from '../_shared/answers.ts';
import { serviceCall } from '../_shared/database.ts';
import { env } from '../_shared/env.ts';
import { readLimited } from '../_shared/limited.ts';
import { readEvent } from './events.ts';
import { isFromProvider } from './proof.ts';

const LARGEST = 256 * 1024;

serve(async (request) => {
  const secret = env('MAIL_WEBHOOK_SECRET');
  if (!secret) return refuse('not_set_up', 'This installation hears nothing of its mails.', {}, 503);
  // Whoever sends it is not known yet: no more of it is kept than an event has.
  const { bytes, whole } = await readLimited(request.body, LARGEST);
  const body = new TextDecoder().decode(bytes);
  if (!whole) return refuse('too_large', 'That is too much for one event.', {}, 413);
  if (!isFromProvider(request.headers, body, secret))
    return refuse('forbidden', 'This is not signed by the mail service.', {}, 401);
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return refuse('wrong_answer', 'This is no JSON.');
  }
  const event = readEvent(parsed);
  if (!event) return json({ success: true, known: false });
  const known = await serviceCall()<boolean>('mail_bounced', {
    mail_id: event.mailId,
    provider_id: event.providerId,
    code: event.code,
    words: event.words,
  });
  return json({ success: true, known });
});
