/** A mail as it was taken from the box (`take_mails`). */
export interface TakenMail {
  id: string;
  claim: string;
  kind: 'chase' | 'report' | 'statement' | 'account' | 'takeout';
  to_address: string;
  to_name: string;
  from_name: string;
  reply_to: string;
  subject: string;
  /** Null: it is still to be written. */
  body: string | null;
  attachment_name: string | null;
  /** In base64. */
  attachment: string | null;
  attempts: number;
  /** When a provider was asked to send it, and nobody knows what became of it. */
  handed_over_at: string | null;
}

export interface Person {
  name: string;
  address: string;
}

/** A mail as providers take it. */
export interface Letter {
  /** Under which a provider takes it once. */
  id: string;
  from: Person;
  to: Person;
  replyTo: string;
  subject: string;
  text: string;
  file: { name: string; base64: string } | null;
}

/** What becomes a header is one line, whatever somebody has called themselves. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** `"Vale, \"Travel\" via Paperplane" <mail@paperplane.example>`: nothing of a name is read as an address. */
export function mailbox({ name, address }: Person): string {
  const words = oneLine(name);
  return words ? `"${words.replace(/["\\]/g, '\\$&')}" <${address}>` : address;
}

/** The letter of a written mail, from the agency by way of ours. @param from our own address */
export function letterOf(mail: TakenMail & { body: string }, from: string): Letter {
  return {
    id: mail.id,
    from: { name: oneLine(`${mail.from_name} via Paperplane`), address: from },
    to: { name: oneLine(mail.to_name), address: mail.to_address },
    replyTo: mail.reply_to,
    subject: oneLine(mail.subject),
    text: mail.body,
    file:
      mail.attachment === null
        ? null
        : { name: oneLine(mail.attachment_name ?? 'table.csv'), base64: mail.attachment },
  };
}
