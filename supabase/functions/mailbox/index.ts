import { json, refuse, serve } from '../_shared/answers.ts';
import { serviceClient } from '../_shared/clients.ts';
import { callDatabase } from '../_shared/database.ts';
import { env } from '../_shared/env.ts';
import { carriesSecret } from '../_shared/mailbox/carries-secret.ts';
import { oneLine } from '../_shared/mailbox/letter.ts';
import { openMail } from '../_shared/mailbox/open-mail.ts';
import { trustOf } from '../_shared/mailbox/proof.ts';
import { putMail } from '../_shared/mailbox/stored.ts';

interface Wanted {
  mail_id: string;
  path: string;
}

/**
 * Takes a mail to a statement mailbox from the service that receives mail: keeps it, and answers the same whether anybody wants it. Whoever
 * sent the mail gets no answer. What it holds is read by `mailbox-read`.
 */
serve(async (request) => {
  const secret = env('INBOUND_MAIL_SECRET');
  if (!secret) return refuse('mailbox_off', 'No mail is received here.', {}, 503);
  if (!carriesSecret(request.headers, secret))
    return refuse('mailbox_forbidden', 'This needs the secret.', {}, 401);
  if (request.method !== 'POST') return refuse('mail_expected', 'Send a mail.', {}, 405);
  const mail = await openMail(request, trustOf(env('INBOUND_MAIL_RESULTS_BY'), env('INBOUND_MAIL_TRUSTED')));
  if (!mail) return refuse('mail_expected', 'Send a mail of at most 25 MB.', {}, 400);

  const { format, bytes, whole, head } = mail;
  const client = serviceClient();
  const wanted = await callDatabase<Wanted[]>(client, 'receive_mail', {
    mail: {
      tokens: head.tokens,
      message_id: oneLine(head.messageId),
      sender: oneLine(head.sender),
      sender_name: oneLine(head.senderName),
      subject: oneLine(head.subject),
      proven: head.proven,
      format,
      size: bytes.length,
      refused: whole ? null : 'mail_too_large',
    },
  });
  for (const { mail_id, path } of wanted) {
    // Where this fails, the service that receives mail tries again.
    await putMail(client, path, bytes);
    await callDatabase(client, 'keep_mail', { mail_id });
  }
  return json({ success: true });
});
