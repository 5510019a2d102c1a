import { backend } from './backend';
import { sql } from './database';
import { INBOUND_MAIL_SECRET, PROVEN } from './mailbox-backend';
import { handOf, type Person, type TestAgency } from './test-agency';

export interface MailPart {
  number: number;
  file_name: string;
  state: string;
  code: string | null;
  params: Record<string, unknown>;
  document_id: string | null;
  statement_id: string | null;
}

export interface MailRow {
  id: string;
  sender: string;
  sender_name: string;
  subject: string;
  state: string;
  code: string | null;
  params: Record<string, unknown>;
  vendor: { id: string; name: string } | null;
  parts: MailPart[];
}

export interface Mailbox {
  address: string;
  waiting: {
    address: string;
    name: string;
    count: number;
    subjects: string[];
    proven: boolean;
    vendor: { id: string } | null;
  }[];
  senders: { address: string; vendor: { id: string } | null }[];
  mails: MailRow[];
}

export const mailboxOf = (person: Person) => handOf(person).call<Mailbox>('get_mailbox', {});
export const tokenOf = ({ address }: Mailbox): string => /\+([0-9a-f]+)@/.exec(address)?.[1] ?? '';

/** Says whose address this is on the vendor's page. */
export const nameSender = (vendorId: string, email: string) =>
  sql('update public.vendors set email = $2 where id = $1', [vendorId, email]);

/** Hands a mail over as a mail service does; the answer's status. */
export async function handOver(
  body: string | Uint8Array<ArrayBuffer> | FormData | object,
  headers: Record<string, string> = {},
): Promise<number> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const type = isRaw ? 'message/rfc822' : 'application/json';
  const response = await fetch(`${backend.apiUrl}/functions/v1/mailbox`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${INBOUND_MAIL_SECRET}`,
      // A test that computes for seconds finds no connection that was closed meanwhile.
      connection: 'close',
      ...(body instanceof FormData ? {} : { 'content-type': type }),
      ...headers,
    },
    body: isRaw || body instanceof FormData ? body : JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

const SETTLED = ['done', 'refused', 'waiting'];

/** The mail with this subject, when nothing of it is read any more. */
export async function settled({ admin }: TestAgency, subject: string): Promise<MailRow> {
  for (let tries = 0; tries < 300; tries += 1) {
    const mail = (await mailboxOf(admin)).mails.find((each) => each.subject === subject);
    if (mail && SETTLED.includes(mail.state)) return mail;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nothing became of "${subject}"`);
}

export interface WrittenMail {
  to: string;
  from?: string;
  subject: string;
  id?: string;
  /** What the mail service found; without these it is proven. */
  headers?: string[];
  html?: string;
  attachments?: { name: string; type?: string; content: string | Uint8Array; headers?: string[] }[];
}

let written = 0;

/** A message as mail programs write it. */
export function message({
  to,
  from = 'Pay <pay@vendor.test>',
  subject,
  id,
  headers = [PROVEN],
  html,
  attachments = [],
}: WrittenMail): string {
  written += 1;
  const boundary = `b${written}`;
  const parts = [
    ...(html === undefined
      ? ['Content-Type: text/plain\r\n\r\nSee attached.']
      : [`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`]),
    ...attachments.map(({ name, type = 'application/octet-stream', content, headers: more = [] }) =>
      [
        `Content-Type: ${type}; name="${name}"`,
        `Content-Disposition: attachment; filename="${name}"`,
        'Content-Transfer-Encoding: base64',
        ...more,
        '',
        Buffer.from(content)
          .toString('base64')
          .replace(/(.{76})/g, '$1\r\n'),
      ].join('\r\n'),
    ),
  ];
  return [
    ...headers,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id ?? `m${written}.${Date.now()}@vendor.test`}>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    '',
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}
