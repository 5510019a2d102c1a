import { correctionText, formatDateTime } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { Card, CorrectionLines, EmptyState, Lock, Timeline, type TimelineItem } from '@paperplane/shared/ui';
import { useGetBooksQuery, type ListedCorrection } from './books-api';

const TITLE = 'Corrections of closed months';

/** What changed in sales of closed months; nothing before the books are loaded, which their section says. */
export function CorrectionsCard() {
  const { currency, timeZone } = useCurrentUser().organization;
  const { data: books } = useGetBooksQuery();
  if (!books) return null;
  const { corrections } = books;
  return (
    <Card title={TITLE}>
      {corrections.length === 0 ? (
        <EmptyState kind="small" title="No corrections" icon={<Lock className="pp-i pp-i-20" />}>
          When a sale of a closed month changes, what it was before and after stands here.
        </EmptyState>
      ) : (
        <Timeline label={TITLE} items={corrections.map((each) => toItem(each, currency, timeZone))} />
      )}
    </Card>
  );
}

const toItem = (correction: ListedCorrection, currency: string, timeZone: string): TimelineItem => ({
  id: correction.id,
  icon: <Lock className="pp-i" />,
  text: (
    <>
      <Link className="pp-link" to={paths.sale.href(correction.saleId)}>
        {correction.reference}
      </Link>
      : {correctionText(correction.kind)}, by <b>{correction.by ?? 'Paperplane'}</b>
    </>
  ),
  detail: <CorrectionLines correction={correction} currency={currency} />,
  at: correction.at,
  when: formatDateTime(correction.at, timeZone),
});
