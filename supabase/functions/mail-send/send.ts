import type { Call } from '../_shared/database.ts';
import { letterOf, type TakenMail } from './letter.ts';
import type { Outcome } from './provider.ts';
import type { SetUp } from './set-up.ts';
import { write, type Composed, type Content } from './write.ts';

/** Hosted ends a request after some 150 seconds; the job that calls comes every minute. */
const WORKS_MS = 50_000;
/** What was cut off this often is given up. */
const MOST_ATTEMPTS = 10;

async function tell(call: Call, mail: TakenMail, outcome: Outcome): Promise<void> {
  if (outcome.state === 'sent')
    return call('mail_sent', { mail_id: mail.id, provider_id: outcome.providerId });
  // Its claim ends by itself; then it is looked for.
  if (outcome.state === 'unknown') return;
  await call('mail_failed', {
    mail_id: mail.id,
    claim: mail.claim,
    code: outcome.code,
    words: outcome.words,
    again: outcome.again,
    after_seconds: outcome.afterSeconds ?? null,
  });
}

/** One mail: written where it is not yet, handed over, and told what became of it. */
async function sendOne(
  call: Call,
  { provider, from }: SetUp,
  mail: TakenMail,
  site: string | undefined,
): Promise<void> {
  let content: Content | null = null;
  if (mail.body === null) {
    const composed = await call<Composed | null>('compose_mail', { mail_id: mail.id, claim: mail.claim });
    if (composed === null) return;
    content = await write(composed, site);
  }
  const written = { ...mail, ...content, body: content?.body ?? mail.body ?? '' };
  const letter = letterOf(written, from);
  if (mail.handed_over_at !== null) {
    const found: Outcome | null =
      mail.attempts > MOST_ATTEMPTS
        ? { state: 'failed', code: 'interrupted', words: 'Nobody knows whether it was sent', again: false }
        : await provider.look(letter, mail.handed_over_at);
    if (found) return tell(call, mail, found);
  }
  // From here on it may leave: the database knows before the provider does.
  const mine = await call<boolean>('hand_over_mail', {
    mail_id: mail.id,
    claim: mail.claim,
    ...(content && { content }),
  });
  if (mine) await tell(call, mail, await provider.send(letter));
}

/**
 * Empties the box, for 50 seconds at most.
 * @param setup null: nothing is sent, and the app is told
 * @returns how many were taken
 */
export async function sendMails(call: Call, setup: SetUp | null, site: string | undefined): Promise<number> {
  const end = Date.now() + WORKS_MS;
  await call('note_mail_provider', { provider: setup?.provider.name ?? null });
  let count = 0;
  while (setup && Date.now() < end) {
    const mails = await call<TakenMail[]>('take_mails', { most: 5 });
    if (mails.length === 0) break;
    for (const mail of mails) {
      count += 1;
      try {
        await sendOne(call, setup, mail, site);
      } catch (error) {
        // One that cannot be written does not keep the others.
        console.error(`mail ${mail.id}: ${error instanceof Error ? error.message : 'failed'}`);
        await call('mail_failed', { mail_id: mail.id, claim: mail.claim, code: 'not_written', again: true });
      }
    }
  }
  return count;
}
