/** What a provider tells of a mail after it was sent: that it did not arrive, or that its reader complained. */
export interface MailEvent {
  /** The mark that we sent along; null where it is missing. */
  mailId: string | null;
  providerId: string | null;
  code: 'bounced' | 'complained';
  words: string;
}

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idIn = (value: unknown): string | null => (UUID.test(text(value)) ? text(value) : null);

/** Tags of Resend come as an object, as they were sent in older events. */
function markOf(tags: unknown): string | null {
  const list = Array.isArray(tags) ? tags.map(fields) : [];
  return idIn(list.find(({ name }) => name === 'mail')?.value ?? fields(tags).mail);
}

function fromResend(event: Fields): MailEvent | null {
  const type = text(event.type);
  const data = fields(event.data);
  if (!['email.bounced', 'email.complained', 'email.failed', 'email.suppressed'].includes(type)) return null;
  const bounce = fields(data.bounce);
  const words =
    type === 'email.complained'
      ? 'Its reader marked it as spam'
      : text(bounce.message) ||
        text(fields(data.failed).reason) ||
        text(fields(data.suppressed).message) ||
        'It could not be delivered';
  return {
    mailId: markOf(data.tags),
    providerId: text(data.email_id) || null,
    code: type === 'email.complained' ? 'complained' : 'bounced',
    words,
  };
}

/** Of these Postmark goes on trying, or they say nothing of delivery. */
const NO_BOUNCE = new Set([
  'Transient',
  'AutoResponder',
  'Subscribe',
  'Unsubscribe',
  'AddressChange',
  'OpenRelayTest',
]);

function fromPostmark(event: Fields): MailEvent | null {
  const isComplaint = event.RecordType === 'SpamComplaint' || event.Type === 'SpamComplaint';
  if (event.RecordType !== 'Bounce' && !isComplaint) return null;
  if (NO_BOUNCE.has(text(event.Type))) return null;
  return {
    mailId: idIn(fields(event.Metadata).mail),
    providerId: text(event.MessageID) || null,
    code: isComplaint ? 'complained' : 'bounced',
    words: isComplaint
      ? 'Its reader marked it as spam'
      : text(event.Details) || text(event.Description) || text(event.Name) || 'It could not be delivered',
  };
}

/** Reads what either provider tells; null for what is of no interest here, as that a mail arrived. */
export function readEvent(body: unknown): MailEvent | null {
  const event = fields(body);
  return 'RecordType' in event ? fromPostmark(event) : fromResend(event);
}
