import { expect } from '@playwright/test';
import { Client } from 'pg';
import { stack } from './environment';
import { BY_FUNCTION } from './patience';

/** A mail as the embedded mail page's API tells it. */
export interface CaughtMail {
  from: { address: string; name: string }[];
  to: { address: string; name: string }[];
  replyTo?: { address: string }[];
  subject: string;
  text: string;
  attachments?: { fileName: string; generatedFileName: string }[];
  id: string;
}

/** Waits for the mails to an address; who waits for them is slow (`BY_FUNCTION`). @param count how many there must be */
export async function mailsTo(address: string, count = 1): Promise<CaughtMail[]> {
  let mails: CaughtMail[] = [];
  await expect(async () => {
    const answer = await fetch(`${stack().mailUrl}/email?to.address=${encodeURIComponent(address)}`);
    mails = (await answer.json()) as CaughtMail[];
    expect(mails).toHaveLength(count);
  }).toPass(BY_FUNCTION);
  return mails;
}

/** The text of a file of a mail. */
export async function fileOf({ id, attachments = [] }: CaughtMail): Promise<string> {
  const [file] = attachments;
  const answer = await fetch(`${stack().mailUrl}/email/${id}/attachment/${file?.generatedFileName ?? ''}`);
  return answer.text();
}

/** Runs a statement behind the app's back, as the job would or time. */
export async function inDatabase(statement: string, values: unknown[] = []): Promise<void> {
  const client = new Client(stack().dbUrl);
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** Waits until this installation has said that it sends mail, as it does within a minute of its start. */
export async function sendsMail(): Promise<void> {
  const client = new Client(stack().dbUrl);
  await client.connect();
  try {
    await client.query('select private.keep_mail()');
    await expect(async () => {
      const { rows } = await client.query<{ sends: boolean }>('select private.sends_mail() as sends');
      expect(rows[0]?.sends).toBe(true);
    }).toPass(BY_FUNCTION);
  } finally {
    await client.end();
  }
}
