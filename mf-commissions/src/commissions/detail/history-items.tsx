import {
  displayName,
  formatDate,
  formatDateTime,
  formatMoneyExact,
  formatPercent,
  NO_AMOUNT,
  paymentMethodLabel,
  statusLabel,
} from '@paperplane/shared/domain';
import { DiffLine, Landmark, Pencil, RotateCcw, Undo2, type TimelineItem } from '@paperplane/shared/ui';
import { commissionNote } from '@paperplane/shared/words';
import type {
  CommissionChange,
  CommissionHistory,
  CommissionHistoryEntry,
  Person,
} from '../commission-types';
import { readDepositNote, type DepositNote } from './deposit-note';
import { readRecall, readVoid } from './recalls';

/** Done by the database itself, or by somebody the reader may not see. */
const nameOf = (user: Person | null) => displayName(user, 'Paperplane');

/** The organization's. */
interface Context {
  timeZone: string;
  currency: string;
}

type Names = CommissionHistory['names'];

/** History entries, given oldest first, as lines of a timeline: newest first, as every history. */
export function historyItems({ entries, names }: CommissionHistory, context: Context): TimelineItem[] {
  return entries
    .map((entry) => ({
      id: entry.id,
      at: entry.createdAt,
      when: formatDateTime(entry.createdAt, context.timeZone),
      ...describe(entry, names, context),
    }))
    .reverse();
}

function describe(
  entry: CommissionHistoryEntry,
  names: Names,
  context: Context,
): Pick<TimelineItem, 'status' | 'icon' | 'text' | 'detail'> {
  const who = <b>{nameOf(entry.user)}</b>;
  if (entry.type === 'create') {
    return { status: 'unpaid', text: <>{who} created this commission with the sale</> };
  }
  const deposit = readDepositNote(entry);
  if (deposit) return describeDeposit(entry, deposit, names, context);
  const note = commissionNote(entry, formatDate);
  if (entry.type === 'status_change' && entry.newStatus) {
    const from = entry.previousStatus && ` from ${statusLabel(entry.previousStatus)}`;
    return {
      status: entry.newStatus,
      text: (
        <>
          {who} changed status{from} to {statusLabel(entry.newStatus)}
        </>
      ),
      detail: (note || entry.changes.length > 0) && (
        <>
          {entry.changes.map((change) => line(change, names, context))}
          {note && <span>{note}</span>}
        </>
      ),
    };
  }
  const recall = readRecall(entry);
  if (recall)
    return {
      icon: <RotateCcw className="pp-i" />,
      text: (
        <>
          {who} took {formatMoneyExact(recall.amount, context.currency)} back from the agent
        </>
      ),
      detail: <span>{recall.reason}</span>,
    };
  const voided = readVoid(entry);
  if (voided)
    return {
      icon: <Undo2 className="pp-i" />,
      text: (
        <>
          {who} voided the payment of {formatMoneyExact(voided.amount, context.currency)}
        </>
      ),
      detail: <span>{voided.reason}</span>,
    };
  const { changes } = entry;
  const details =
    changes.length > 0 ? changes.map((change) => line(change, names, context)) : note && <span>{note}</span>;
  return {
    icon: <Pencil className="pp-i" />,
    text: (
      <>
        {who} {describeChanges(changes)}
      </>
    ),
    detail: details,
  };
}

/** A match of the bank, or one taken back, with what it did to receipt and status. */
function describeDeposit(
  { type, previousStatus, newStatus, changes, user }: CommissionHistoryEntry,
  { what, day }: DepositNote,
  names: Names,
  context: Context,
): Pick<TimelineItem, 'status' | 'icon' | 'text' | 'detail'> {
  const who = <b>{nameOf(user)}</b>;
  const deposit = `Deposit of ${formatDate(day)}`;
  const moved = type === 'status_change' && previousStatus && newStatus;
  return {
    ...(moved ? { status: newStatus } : { icon: <Landmark className="pp-i" /> }),
    text:
      what === 'matched' ? (
        <>
          {deposit} matched by {who}
        </>
      ) : what === 'undone' ? (
        <>
          {deposit}: match taken back by {who}
        </>
      ) : (
        <>
          Commission taken back by the vendor on {formatDate(day)}, matched by {who}
        </>
      ),
    detail: (
      <>
        {moved && <DiffLine label="Status" from={statusLabel(previousStatus)} to={statusLabel(newStatus)} />}
        {changes.map((change) => line(change, names, context))}
      </>
    ),
  };
}

function describeChanges(changes: readonly CommissionChange[]): string {
  if (changes.length === 0) return 'updated the commission';
  const fields = changes.map(({ field }) => field);
  if (fields.includes('agentId')) return 'gave the sale to another agent';
  if (fields.some((field) => field.startsWith('payment'))) return 'corrected the payment';
  const receipt = changes.find(({ field }) => field === 'receivedOn' || field === 'receivedAmount');
  if (!receipt) return 'changed the amount with the sale';
  return receipt.to === null
    ? 'took back the receipt'
    : receipt.from === null
      ? 'recorded the receipt'
      : 'changed the receipt';
}

const LABELS: Record<CommissionChange['field'], string> = {
  amount: 'Amount',
  agentAmount: 'Payable',
  commissionSplit: 'Split',
  agentId: 'Agent',
  receivedOn: 'Received on',
  receivedAmount: 'Amount received',
  writtenOff: 'Written off',
  manualWriteOffReason: 'Reason',
  paymentDate: 'Payment date',
  paymentMethod: 'Payment method',
  paymentReference: 'Reference',
  recalledAmount: 'Taken back',
  voidedAmount: 'Voided',
};

function line({ field, from, to }: CommissionChange, names: Names, { currency }: Context) {
  const show = (value: number | string | null): string => {
    if (value === null) return NO_AMOUNT;
    if (field === 'agentId') return names[String(value)] ?? 'another agent';
    if (field === 'commissionSplit') return formatPercent(Number(value));
    if (field === 'receivedOn' || field === 'paymentDate') return formatDate(String(value));
    if (field === 'paymentMethod') return paymentMethodLabel(String(value));
    if (field === 'paymentReference' || field === 'manualWriteOffReason') return String(value);
    return formatMoneyExact(Number(value), currency);
  };
  return <DiffLine key={field} label={LABELS[field]} from={show(from)} to={show(to)} />;
}
