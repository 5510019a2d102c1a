import {
  displayName,
  formatDate,
  formatMoney,
  formatPercent,
  NO_AMOUNT,
  plural,
  snakeCase,
  statusLabel,
  type AnyStatus,
} from '@paperplane/shared/domain';
import { commissionNote } from '@paperplane/shared/words';
import type { CommissionStatusChange, PlannedPayment, SaleHistoryEntry } from '../sale';
import { planText } from '../plan-text';
import { lineChanges, linesVerb } from './line-changes';
import { travelerChanges, type HistoryChange } from './traveler-changes';

/** A history entry as text: `who` did `what`, what it changed, and what they had to say about it. */
export interface HistoryDescription {
  who: string;
  what: string;
  /** The status that was arrived at, where the entry is about one. */
  status: AnyStatus | null;
  changes: HistoryChange[];
  comment: string | null;
}

export interface HistoryContext {
  /** Of people and vendors the history mentions, by id. */
  names: Readonly<Record<string, string>>;
  currency: string;
}

type Snapshot = SaleHistoryEntry['newData'];

type Show = (value: unknown, context: HistoryContext) => string;

const text: Show = (value) => (typeof value === 'string' && value !== '' ? value : NO_AMOUNT);
const date: Show = (value) => (typeof value === 'string' ? formatDate(value) : NO_AMOUNT);
const percent: Show = (value) =>
  value === null || value === undefined ? NO_AMOUNT : formatPercent(Number(value));
/** Without cents where there are none: a history is read, not reconciled. */
const money: Show = (value, { currency }) => {
  if (value === null || value === undefined) return NO_AMOUNT;
  const amount = Number(value);
  return formatMoney(amount, { cents: !Number.isInteger(amount), currency });
};
/** The name behind an id; a record whose name is not known any more is "another customer", "another vendor". */
const named =
  (kind: 'customer' | 'vendor' | 'agent' | 'group'): Show =>
  (id, { names }) =>
    names[String(id)] ?? `another ${kind}`;
const plan: Show = (value, { currency }) =>
  (Array.isArray(value) && planText(value as PlannedPayment[], currency)) || NO_AMOUNT;
/** Who has a share, and how much of it. */
const shares: Show = (value, { names }) =>
  Array.isArray(value) && value.length > 0
    ? (value as { userId: string; percent: number }[])
        .map(({ userId, percent: part }) => `${names[userId] ?? 'another agent'} ${formatPercent(part)}`)
        .join(', ')
    : NO_AMOUNT;
const basis: Show = (value) => (value === 'amount' ? 'amount' : 'rate');

/** The fields of a sale in the order of its form; a field that is not listed is not shown. */
const FIELDS: Readonly<Partial<Record<keyof Snapshot, { label: string; show: Show }>>> = {
  customerId: { label: 'Customer', show: named('customer') },
  vendorId: { label: 'Vendor', show: named('vendor') },
  bookingReference: { label: 'Booking reference', show: text },
  agentId: { label: 'Agent', show: named('agent') },
  groupId: { label: 'Group', show: (id, context) => (id ? named('group')(id, context) : NO_AMOUNT) },
  saleDate: { label: 'Sale date', show: date },
  travelDate: { label: 'Travel date', show: date },
  returnDate: { label: 'Return date', show: date },
  totalAmount: { label: 'Total', show: money },
  commissionBasis: { label: 'Commission set by', show: basis },
  commissionRate: { label: 'Commission rate', show: percent },
  commissionAmount: { label: 'Commission', show: money },
  currency: { label: 'Currency', show: text },
  paymentPlan: { label: 'Payment dates', show: plan },
  coSellers: { label: 'Shares', show: shares },
};

function changesOf(entry: SaleHistoryEntry, context: HistoryContext): HistoryChange[] {
  return Object.entries(FIELDS)
    .filter(([field]) => entry.changedFields.includes(snakeCase(field)))
    .map(([field, { label, show }]) => ({
      label,
      from: show(entry.previousData?.[field as keyof Snapshot], context),
      to: show(entry.newData[field as keyof Snapshot], context),
    }));
}

/** Notes may be long: that they changed is said, not how. */
function notesVerb({ previousData, newData }: SaleHistoryEntry): string {
  if (!previousData?.notes) return 'added notes';
  return newData.notes ? 'edited the notes' : 'removed the notes';
}

const list = /* @__PURE__ */ new Intl.ListFormat('en-US');

function whatChanged(entry: SaleHistoryEntry, fields: number): string {
  const deeds = [
    ...(fields > 0 ? [`edited ${plural(fields, 'field')}`] : []),
    ...linesVerb(entry),
    ...(entry.changedFields.includes('travelers') ? ['changed the travelers'] : []),
    ...(entry.changedFields.includes('notes') ? [notesVerb(entry)] : []),
  ];
  return deeds.length > 0 ? list.format(deeds) : 'saved the sale';
}

/** Says in words what a history entry recorded. Fields nobody typed (identifiers, times) are left out. */
export function describeHistoryEntry(entry: SaleHistoryEntry, context: HistoryContext): HistoryDescription {
  const who = displayName(entry.changedBy, 'Paperplane');
  const { code, params, comment } = entry;
  if (code === 'created') {
    return { who, what: 'created the sale', status: 'booked', changes: [], comment };
  }
  const fields = changesOf(entry, context);
  const changes = [...fields, ...lineChanges(entry, context.currency), ...travelerChanges(entry)];
  if (code === 'status_changed') {
    const [from, to] = [params.from, params.to].map((status) => statusLabel(String(status)));
    return {
      who,
      what: `changed status from ${from} to ${to}`,
      status: params.to ?? null,
      changes,
      comment,
    };
  }
  // Notes are there only of a code that this version does not know.
  return {
    who,
    what: whatChanged(entry, fields.length),
    status: null,
    changes,
    comment: comment ?? entry.notes,
  };
}

/** What a commission does by itself, with its sale. */
const BY_ITSELF: readonly (string | null)[] = ['sale_paid', 'sale_cancelled'];

/** Codes whose entry says the same in its own words. */
const SILENT: readonly (string | null)[] = [...BY_ITSELF, 'status_changed', 'agent_paid'];

/** Says in words where the sale's commission went. */
export function describeCommissionChange(change: CommissionStatusChange): HistoryDescription {
  const { newStatus: status, code, changedBy } = change;
  const byItself = BY_ITSELF.includes(code);
  return {
    who: byItself ? 'Commission' : displayName(changedBy, 'Paperplane'),
    what: byItself
      ? `became ${statusLabel(status)}`
      : status === 'agent_paid'
        ? 'recorded the agent’s payment'
        : `marked the commission ${statusLabel(status)}`,
    status,
    changes: [],
    comment: SILENT.includes(code) ? null : commissionNote(change, formatDate),
  };
}
