import { mailbox, type Letter } from './letter.ts';
import { askProvider, refusalOf, wordsIn, type Outcome, type Provider } from './provider.ts';

/** postmarkapp.com: knows no keys, but can be asked what it sent by our own mark. */
export function postmark(key: string, url = 'https://api.postmarkapp.com'): Provider {
  const headers = {
    'x-postmark-server-token': key,
    'content-type': 'application/json',
    accept: 'application/json',
  };
  async function send(letter: Letter): Promise<Outcome> {
    const asked = await askProvider(`${url}/email`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        From: mailbox(letter.from),
        To: mailbox(letter.to),
        ReplyTo: letter.replyTo,
        Subject: letter.subject,
        TextBody: letter.text,
        MessageStream: 'outbound',
        Metadata: { mail: letter.id },
        ...(letter.file && {
          Attachments: [{ Name: letter.file.name, Content: letter.file.base64, ContentType: 'text/csv' }],
        }),
      }),
    });
    if ('outcome' in asked) return asked.outcome;
    const { response, body } = asked;
    if (response.ok && (body.ErrorCode ?? 0) === 0)
      return { state: 'sent', providerId: typeof body.MessageID === 'string' ? body.MessageID : null };
    return refusalOf(response, wordsIn(body.Message, response));
  }
  return {
    name: 'postmark',
    send,
    async look({ id }) {
      const asked = await askProvider(
        `${url}/messages/outbound?count=1&offset=0&metadata_mail=${encodeURIComponent(id)}`,
        { headers },
      );
      if ('outcome' in asked || !asked.response.ok) return { state: 'unknown' };
      const [found] = (asked.body.Messages ?? []) as { MessageID?: string }[];
      return found ? { state: 'sent', providerId: found.MessageID ?? null } : null;
    },
  };
}
