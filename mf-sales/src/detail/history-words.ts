import {
  displayName,
  formatDate,
  formatMoney,
  formatPercent,
  NO_AMOUNT,
  plural,
  statusLabel,
  type SaleStatus,
} from '@paperplane/shared/domain';
import type { SaleDetail, SaleHistoryEntry } from '../sale';

/** A history entry in words: `who` did `what`, and what it changed. */
export interface HistoryStory {
  who: string;
  what: string;
  /** The status the sale arrived at, where the entry is about one. */
  status: SaleStatus | null;
  changes: HistoryChange[];
}

export interface HistoryChange {
  label: string;
  from?: string;
  to: string;
}

/** Names the ids of a history entry, as far as the sale on screen knows them. */
type Names = Pick<SaleDetail, 'customer' | 'vendor' | 'agent'>;

type Show = (value: unknown, names: Names) => string;

const text: Show = (value) => (typeof value === 'string' && value !== '' ? value : NO_AMOUNT);
const date: Show = (value) => (typeof value === 'string' ? formatDate(value) : NO_AMOUNT);
const percent: Show = (value) =>
  value === null || value === undefined ? NO_AMOUNT : formatPercent(Number(value));
/** Without cents where there are none: a history is read, not reconciled. */
const money: Show = (value) => {
  if (value === null || value === undefined) return NO_AMOUNT;
  const amount = Number(value);
  return formatMoney(amount, { cents: !Number.isInteger(amount) });
};

/** The sale knows the names of today's customer, vendor and agent; an earlier one is only known to be another. */
const person =
  (which: 'customer' | 'agent'): Show =>
  (id, names) =>
    names[which]?.id === id ? displayName(names[which]) : `another ${which}`;
const vendor: Show = (id, names) =>
  names.vendor && names.vendor.id === id ? names.vendor.name : 'another vendor';

const basis: Show = (value) => (value === 'amount' ? 'amount' : 'rate');

/** The fields of a sale in the order of its form; a field not named here is nobody's business. */
const FIELDS: Readonly<Record<string, { label: string; show: Show }>> = {
  customerId: { label: 'Customer', show: person('customer') },
  vendorId: { label: 'Vendor', show: vendor },
  bookingReference: { label: 'Booking reference', show: text },
  agentId: { label: 'Agent', show: person('agent') },
  saleDate: { label: 'Sale date', show: date },
  travelDate: { label: 'Travel date', show: date },
  returnDate: { label: 'Return date', show: date },
  totalAmount: { label: 'Total', show: money },
  commissionBasis: { label: 'Commission set by', show: basis },
  commissionRate: { label: 'Commission rate', show: percent },
  commissionAmount: { label: 'Commission', show: money },
  currency: { label: 'Currency', show: text },
};

function changesOf(entry: SaleHistoryEntry, names: Names): HistoryChange[] {
  return Object.entries(FIELDS)
    .filter(([field]) => entry.changedFields.includes(field))
    .map(([field, { label, show }]) => ({
      label,
      from: show(entry.previous[field], names),
      to: show(entry.next[field], names),
    }));
}

/** Notes may be long: that they changed is said, not how. */
function notesVerb({ previous, next }: SaleHistoryEntry): string {
  if (!previous['notes']) return 'added notes';
  return next['notes'] ? 'edited the notes' : 'removed the notes';
}

function whatChanged(entry: SaleHistoryEntry, changes: readonly HistoryChange[]): string {
  const notes = entry.changedFields.includes('notes');
  if (changes.length === 0) return notes ? notesVerb(entry) : 'saved the sale';
  const edited = `edited ${plural(changes.length, 'field')}`;
  return notes ? `${edited} and ${notesVerb(entry)}` : edited;
}

/** Says in words what a history entry recorded. Fields nobody typed (identifiers, times) are left out. */
export function tellHistory(entry: SaleHistoryEntry, names: Names): HistoryStory {
  const who = displayName(entry.changedBy, 'Paperplane');
  if (entry.changeType === 'create') return { who, what: 'created the sale', status: 'booked', changes: [] };
  const changes = changesOf(entry, names);
  if (entry.changeType === 'status_change') {
    const [from, to] = [entry.previous['status'], entry.next['status']].map((status) =>
      statusLabel(String(status)),
    );
    return {
      who,
      what: `changed status from ${from} to ${to}`,
      status: entry.next['status'] as SaleStatus,
      changes,
    };
  }
  return { who, what: whatChanged(entry, changes), status: null, changes };
}
