import {
  displayName,
  formatDateTime,
  formatMoneyExact,
  formatPercent,
  statusLabel,
} from '@paperplane/shared/domain';
import { DiffLine, Pencil, type TimelineItem } from '@paperplane/shared/ui';
import type {
  CommissionChange,
  CommissionHistory,
  CommissionHistoryEntry,
  Person,
} from '../commission-types';

/** Done by the database itself, or by somebody the reader may not see. */
const nameOf = (user: Person | null) => displayName(user, 'Paperplane');

interface Context {
  timeZone: string;
  currency?: string;
}

type Names = CommissionHistory['names'];

/** History entries as lines of a timeline, in the order given. */
export function historyItems({ entries, names }: CommissionHistory, context: Context): TimelineItem[] {
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.createdAt,
    when: formatDateTime(entry.createdAt, context.timeZone),
    ...describe(entry, names, context),
  }));
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
  if (entry.type === 'status_change' && entry.newStatus) {
    const from = entry.previousStatus && ` from ${statusLabel(entry.previousStatus)}`;
    return {
      status: entry.newStatus,
      text: (
        <>
          {who} changed status{from} to {statusLabel(entry.newStatus)}
        </>
      ),
      detail: entry.notes && <span>{entry.notes}</span>,
    };
  }
  const { changes, notes } = entry;
  const details =
    changes.length > 0
      ? changes.map((change) => line(change, names, context))
      : notes && <span>{notes}</span>;
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

function describeChanges(changes: readonly CommissionChange[]): string {
  if (changes.length === 0) return 'updated the commission';
  return changes.some(({ field }) => field === 'agentId')
    ? 'gave the sale to another agent'
    : 'changed the amount with the sale';
}

const LABELS: Record<CommissionChange['field'], string> = {
  amount: 'Amount',
  agentAmount: 'Payable',
  commissionSplit: 'Split',
  agentId: 'Agent',
};

function line({ field, from, to }: CommissionChange, names: Names, { currency }: Context) {
  const show = (value: number | string | null): string => {
    if (field === 'agentId') return names[String(value)] ?? 'another agent';
    if (field === 'commissionSplit') return formatPercent(Number(value));
    return formatMoneyExact(Number(value), currency);
  };
  return <DiffLine key={field} label={LABELS[field]} from={show(from)} to={show(to)} />;
}
