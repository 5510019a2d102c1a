import { formatDateTime } from '@paperplane/shared/domain';
import { DiffLine, Pencil, type TimelineItem } from '@paperplane/shared/ui';
import type { SaleHistory } from '../sale';
import { tellCommissionMove, tellHistory, type HistoryStory } from './history-words';

interface Moment {
  id: string;
  createdAt: string;
}

function toItem({ id, createdAt }: Moment, story: HistoryStory, timeZone: string): TimelineItem {
  const { who, what, status, changes, comment } = story;
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

/** A sale's own history and the moves of its commission as one story, newest first. */
export function historyItems(history: SaleHistory, currency: string, timeZone: string): TimelineItem[] {
  const context = { names: history.names, currency };
  return [
    ...history.entries.map((entry) => toItem(entry, tellHistory(entry, context), timeZone)),
    ...history.commission.map((move) => toItem(move, tellCommissionMove(move), timeZone)),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
