import type { SupabaseClient } from '@supabase/supabase-js';
import { callDatabase } from '../_shared/database.ts';
import { oneLine } from '../_shared/mailbox/letter.ts';
import { bytesAt, putMail } from '../_shared/mailbox/stored.ts';
import { openMailParts, TooMuchHere } from './in-thread.ts';
import { NOT_OPENED } from './letter-parts.ts';

interface TakenMail {
  path: string;
  format: 'mime' | 'json';
  subject: string;
}

/** Takes a mail apart: each part is put beside it, and read by a call of its own. */
export async function takeApart(client: SupabaseClient, mailId: string): Promise<void> {
  const mail = await callDatabase<TakenMail | null>(client, 'take_mail', { mail_id: mailId });
  if (!mail) return;
  const { path, format, subject } = mail;
  const taken = await openMailParts({ bytes: await bytesAt(client, path), format, subject }).catch(
    (error: unknown) => {
      if (error instanceof TooMuchHere) return NOT_OPENED;
      throw error;
    },
  );
  if ('code' in taken) {
    await callDatabase(client, 'refuse_mail', { mail_id: mailId, ...taken });
    return;
  }
  for (const { number, content, code } of taken.parts)
    if (!code) await putMail(client, mail.path.replace(/0$/, String(number)), content);
  const parts = taken.parts.map(({ number, name, content, code }) => ({
    number,
    file_name: oneLine(name),
    size: Math.min(content.length, 26_214_400),
    code: code ?? null,
  }));
  await callDatabase(client, 'add_mail_parts', { mail_id: mailId, parts });
}
