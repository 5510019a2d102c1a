import { correctionText, formatDateTime } from '@paperplane/shared/domain';
import { CorrectionLines, DiffLine, Lock, Pencil, type TimelineItem } from '@paperplane/shared/ui';
import type { SaleCorrection, SaleHistory } from '../sale';
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

/** What a change did to a closed month; the entry of the change says who. */
const toCorrectionItem = (correction: SaleCorrection, currency: string, timeZone: string): TimelineItem => ({
  id: correction.id,
  icon: <Lock className="pp-i" />,
  text: <>Correction of a closed month: {correctionText(correction.kind)}</>,
  detail: <CorrectionLines correction={correction} currency={currency} />,
  at: correction.createdAt,
  when: formatDateTime(correction.createdAt, timeZone),
});

/** A sale's own history, the status changes of its commission and corrections of closed months as one list, newest first. */
export function historyItems(history: SaleHistory, currency: string, timeZone: string): TimelineItem[] {
  const context = { names: history.names, currency };
  return [
    ...history.entries.map((entry) => toItem(entry, describeHistoryEntry(entry, context), timeZone)),
    ...history.commission.map((statusChange) =>
      toItem(statusChange, describeCommissionChange(statusChange), timeZone),
    ),
    ...history.corrections.map((correction) => toCorrectionItem(correction, currency, timeZone)),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
