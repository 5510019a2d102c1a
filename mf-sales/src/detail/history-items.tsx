import { correctionText, displayName, formatDateTime, formatMoneyExact } from '@paperplane/shared/domain';
import { Banknote, CorrectionLines, DiffLine, Lock, Pencil, type TimelineItem } from '@paperplane/shared/ui';
import type { SaleCorrection, SaleHistory, SalePaid } from '../sale';
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

/** What was recorded of the customer's money. */
function paidText({ origin, amount }: SalePaid, currency: string): string {
  const money = formatMoneyExact(Math.abs(amount), currency);
  if (origin === 'undo') return amount < 0 ? `undid a payment of ${money}` : `undid a refund of ${money}`;
  if (origin === 'rest') return `recorded the rest of ${money}`;
  return amount < 0 ? `recorded a refund of ${money}` : `recorded ${money} from the customer`;
}

const toPaidItem = (paid: SalePaid, currency: string, timeZone: string): TimelineItem => ({
  id: paid.id,
  icon: <Banknote className="pp-i" />,
  text: (
    <>
      <b>{displayName(paid.changedBy, 'Paperplane')}</b> {paidText(paid, currency)}
    </>
  ),
  detail: paid.note && <span className="sale-comment">{paid.note}</span>,
  at: paid.createdAt,
  when: formatDateTime(paid.createdAt, timeZone),
});

/** A sale's own history, the status changes of its commission, what the customer paid and corrections of closed months as one list, newest first. */
export function historyItems(history: SaleHistory, currency: string, timeZone: string): TimelineItem[] {
  const context = { names: history.names, currency };
  return [
    ...history.entries.map((entry) => toItem(entry, describeHistoryEntry(entry, context), timeZone)),
    ...history.commission.map((statusChange) =>
      toItem(statusChange, describeCommissionChange(statusChange), timeZone),
    ),
    ...history.payments.map((paid) => toPaidItem(paid, currency, timeZone)),
    ...history.corrections.map((correction) => toCorrectionItem(correction, currency, timeZone)),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
