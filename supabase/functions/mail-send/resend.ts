import { mailbox, type Letter } from './letter.ts';
import { askProvider, refusalOf, wordsIn, type Outcome, type Provider } from './provider.ts';

/** For how long it remembers a key; an hour is left for clocks. */
const KEY_HOURS = 23;

/** resend.com: a request with the same key is done once within a day, so one that was cut off is sent again. */
export function resend(key: string, url = 'https://api.resend.com'): Provider {
  async function send(letter: Letter): Promise<Outcome> {
    const asked = await askProvider(`${url}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': letter.id,
      },
      body: JSON.stringify({
        from: mailbox(letter.from),
        to: [mailbox(letter.to)],
        reply_to: letter.replyTo,
        subject: letter.subject,
        text: letter.text,
        tags: [{ name: 'mail', value: letter.id }],
        ...(letter.file && {
          attachments: [
            {
              filename: letter.file.name,
              content: letter.file.base64,
              content_type: 'text/csv; charset=utf-8',
            },
          ],
        }),
      }),
    });
    if ('outcome' in asked) return asked.outcome;
    const { response, body } = asked;
    if (response.ok) return { state: 'sent', providerId: typeof body.id === 'string' ? body.id : null };
    // The first request with this key was done, and said something else: our own address has changed since.
    if (response.status === 409 && body.name === 'invalid_idempotent_request')
      return { state: 'sent', providerId: null };
    if (response.status === 409)
      return { state: 'failed', code: 'unreachable', words: wordsIn(body.message, response), again: true };
    return refusalOf(response, wordsIn(body.message, response));
  }
  return {
    name: 'resend',
    send,
    look: (_letter, handedOverAt) =>
      Promise.resolve(
        Date.now() - Date.parse(handedOverAt) < KEY_HOURS * 3_600_000
          ? null
          : { state: 'failed', code: 'interrupted', words: 'Nobody knows whether it was sent', again: false },
      ),
  };
}
