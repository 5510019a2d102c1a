import type { SupabaseClient } from '@supabase/supabase-js';
import { callDatabase } from '../_shared/database.ts';
import { inboundOf, letterOfInbound } from '../_shared/mailbox/json.ts';
import { letterOfMime } from '../_shared/mailbox/mime.ts';
import { oneLine, type Letter } from '../_shared/mailbox/letter.ts';
import { partsOf } from '../_shared/mailbox/parts.ts';
import { bytesAt, putMail } from '../_shared/mailbox/stored.ts';

interface TakenMail {
  path: string;
  format: 'mime' | 'json';
  subject: string;
}

async function letterOf(bytes: Uint8Array<ArrayBuffer>, format: 'mime' | 'json'): Promise<Letter | null> {
  if (format === 'mime') return letterOfMime(bytes).catch(() => null);
  const mail = inboundOf(new TextDecoder().decode(bytes));
  return mail && letterOfInbound(mail);
}

/** Takes a mail apart: each part is put beside it, and read by a call of its own. */
export async function takeApart(client: SupabaseClient, mailId: string): Promise<void> {
  const mail = await callDatabase<TakenMail | null>(client, 'take_mail', { mail_id: mailId });
  if (!mail) return;
  const letter = await letterOf(await bytesAt(client, mail.path), mail.format);
  const taken = letter ? partsOf(letter, mail.subject) : { code: 'mail_not_opened', params: {} };
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
