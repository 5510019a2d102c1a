import { displayName, formatDate, formatMoneyExact, formatPercent, plural } from '@paperplane/shared/domain';
import type { AnswerOf } from '@paperplane/shared/platform';
import { actionWords, inWords } from './action-words';
import type { contract } from './contract';

export type AuditPage = AnswerOf<typeof contract, 'get_audit_log'>;
export type AuditEntry = AuditPage['rows'][number];
type Value = AuditEntry['changes'][number]['before'];

const NOTHING = '–';

/** Fields whose name in the database says too little. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'Name',
  account_number: 'Account number',
  address: 'Address',
  events: 'Events',
  agents_paid_on: 'Agents are paid on what is',
  archived: 'Archived',
  books_closed_through: 'Closed through',
  bonus: 'Bonus',
  commission_received_on: 'Commission counts as received',
  commission_split: 'Split',
  currency: 'Currency',
  default_commission_rate: 'Rate',
  default_commission_split: 'Split of new agents',
  deposit: 'Deposit',
  expected_payment_basis: 'Pays after',
  expected_payment_days: 'Days until it pays',
  is_active: 'In use',
  last_four: 'Last digits',
  logo_url: 'Logo',
  match_certain_on_import: 'Certain matches accepted at import',
  match_certain_within: 'Certain within percent',
  offline_reading: 'Reading offline',
  payment: 'Payment',
  payment_date: 'Paid on',
  payment_method: 'Paid by',
  payout_hold_until: 'Paid after',
  payout_minimum_amount: 'Smallest payout',
  payout_second_approval: 'Second approval',
  receipts_tracked_since: 'Receipts tracked since',
};

const MONEY = new Set([
  'bonus',
  'correction',
  'recall',
  'commission',
  'agent_amount',
  'received_amount',
  'written_off',
  'payout_minimum_amount',
  'amount_from',
  'amount_to',
]);
const PERCENT = new Set(['commission_split', 'default_commission_split', 'default_commission_rate']);
/** Changed, and what to is nobody's business here. */
const UNTOLD = new Set(['account_number', 'logo_url']);
const STATES: Readonly<Record<string, string>> = { 'payment open': 'To pay', 'deposit open': 'To review' };

/** What a field is called. */
export const fieldWords = (field: string): string => FIELDS[field] ?? inWords(field);

/** A value before or after, as the page shows it. */
export function valueText(field: string, value: Value, currency: string): string {
  if (UNTOLD.has(field)) return 'changed';
  if (value === null || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (MONEY.has(field)) return formatMoneyExact(Number(value), currency);
  if (PERCENT.has(field)) return formatPercent(Number(value));
  if (typeof value === 'number') return String(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value);
  return (
    STATES[`${field} ${value}`] ?? (/^[a-z_]+$/.test(value) && field !== 'name' ? inWords(value) : value)
  );
}

/** Kinds of records without a name of their own. */
const UNNAMED: Readonly<Record<string, string>> = {
  agency: 'Agency',
  bank_rule: 'A rule',
  commission: 'A commission',
  decision: 'A transaction',
  statement: 'A statement',
};

/** Which record an entry is about. */
export function recordText({ record, facts }: AuditEntry): string {
  const many = Number(facts['count'] ?? 0);
  if (record.type === 'decision' && (record.count ?? 1) > 1)
    return [record.label, plural(record.count ?? 0, 'transaction')].filter(Boolean).join(', ');
  if (record.type === 'commission' && !record.label && many > 1) return plural(many, 'commission');
  return record.label ?? UNNAMED[record.type ?? ''] ?? 'No longer there';
}

/** The line below it: amount, day, whose. */
export function recordNote(entry: AuditEntry, currency: string): string {
  const { record, amount, party, facts } = entry;
  const sum = record.amount ?? amount;
  const lines = record.type === 'payout' && facts['count'] ? plural(Number(facts['count']), 'line') : null;
  const day = record.on ?? facts['on'];
  return [
    record.note,
    record.note ? null : party,
    lines,
    sum === null || sum === undefined ? null : formatMoneyExact(sum, currency),
    typeof day === 'string' ? `of ${formatDate(day)}` : null,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Facts that are counts, as a line says them. */
const COUNTED = ['added', 'here', 'broken', 'skipped', 'failed', 'removed'] as const;
const COUNT_WORDS: Readonly<Record<(typeof COUNTED)[number], string>> = {
  added: 'new',
  here: 'already here',
  broken: 'broken',
  skipped: 'left out',
  failed: 'refused',
  removed: 'removed',
};

/** What an entry says besides, where nothing changed from one value to another: "31 new, 16 already here". */
export function factsText({ facts }: AuditEntry): string {
  const counts = COUNTED.flatMap((name) =>
    facts[name] ? [`${String(facts[name])} ${COUNT_WORDS[name]}`] : [],
  );
  const words = ['role', 'format', 'answer', 'source'].flatMap((name) => {
    const said = facts[name];
    return typeof said === 'string' ? [inWords(said)] : [];
  });
  const entries =
    facts['entries'] === undefined ? [] : [plural(Number(facts['entries']), 'entry', 'entries')];
  return [...entries, ...counts, ...words].join(', ');
}

/** Who did it; what nobody did happened by itself. */
export const actorText = ({ actor }: Pick<AuditEntry, 'actor'>): string =>
  actor ? displayName(actor) : 'By itself';

/** An entry as a sentence for somebody who does not see the table. */
export const entryLabel = (entry: AuditEntry, time: string): string =>
  `${actionWords(entry.action)}, ${recordText(entry)}, ${time}`;
