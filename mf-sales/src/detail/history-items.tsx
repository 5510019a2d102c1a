import { formatDateTime } from '@paperplane/shared/domain';
import { DiffLine, Pencil, type TimelineItem } from '@paperplane/shared/ui';
import type { SaleHistory } from '../sale';
import { describeCommissionChange, describeHistoryEntry, type HistoryDescription } from './describe-history';

interface Moment {
  id: string;
  createdAt: string;
}

function toItem({ id, createdAt }: Moment, description: HistoryDescription, timeZone: string): TimelineItem {
  const { who, what, status, changes, comment } = description;
  return {
    id,
    ...(status ? { status } : { icon: <Pencil className="pp-i" /> }),
    text: (
      <>
        <b>{who}</b> {what}
      </>
    ),
    detail: (changes.length > 0 || comment) && (
      <>
        {changes.map((change) => (
          <DiffLine key={`${change.label} ${change.to}`} {...change} />
        ))}
        {comment && <span className="sale-comment">{comment}</span>}
      </>
    ),
    at: createdAt,
    when: formatDateTime(createdAt, timeZone),
  };
}

/** A sale's own history and the status changes of its commission as one list, newest first. */
export function historyItems(history: SaleHistory, currency: string, timeZone: string): TimelineItem[] {
  const context = { names: history.names, currency };
  return [
    ...history.entries.map((entry) => toItem(entry, describeHistoryEntry(entry, context), timeZone)),
    ...history.commission.map((statusChange) =>
      toItem(statusChange, describeCommissionChange(statusChange), timeZone),
    ),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
