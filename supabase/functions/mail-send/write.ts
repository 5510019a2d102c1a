import { mailedFollowUp, mailedReport } from './made/reports.js';
import { mailedStatement } from './made/statements.js';

/** What a mail is written from (`compose_mail`). */
export interface Composed {
  kind: 'chase' | 'report' | 'statement';
  [key: string]: unknown;
}

/** A written mail; a table goes with reports and statements. */
export interface Written {
  subject: string;
  body: string;
  attachmentName?: string;
  attachment?: string;
}

/** What the database keeps of it before it leaves (`hand_over_mail`). */
export interface Content {
  subject: string;
  body: string;
  attachment_name?: string;
  /** In base64. */
  attachment?: string;
}

const LARGEST = 5 * 1024 * 1024;

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}

/**
 * Writes a mail, with the app's own words. A table of more than 5 MB stays away, and the mail says so.
 * @param site the address of the app, where it is known
 */
export async function write(composed: Composed, site: string | undefined): Promise<Content> {
  const written =
    composed.kind === 'chase'
      ? mailedFollowUp(composed)
      : composed.kind === 'statement'
        ? mailedStatement(composed, site)
        : await mailedReport(composed, site);
  const { attachment, attachmentName } = written;
  // As the database takes them.
  const subject = written.subject.slice(0, 200);
  const body = written.body.length > 20_000 ? `${written.body.slice(0, 19_990)}\n…` : written.body;
  if (attachment === undefined || attachmentName === undefined) return { subject, body };
  const bytes = new TextEncoder().encode(attachment);
  if (bytes.length > LARGEST)
    return { subject, body: `${body}\n\nThe table is larger than 5 MB: open it in Paperplane.` };
  return { subject, body, attachment_name: attachmentName, attachment: base64(bytes) };
}
