import { formatMoneyExact, plural } from '@paperplane/shared/domain';
import { Link, useRealPage } from '@paperplane/shared/platform';
import { EmptyState, ListCard, Pager } from '@paperplane/shared/ui';
import { useListJournalQuery } from '../accounting-api';
import type { Journal } from '../accounting-types';
import { monthText } from '../months';
import './entries.css';
import { EntriesTable } from './entries-table';

const LINES_AT_ONCE = 50;

interface EntriesCardProps {
  journal: Journal;
  page: number;
  pageTo: (page: number) => string;
  onPage: (change: { page: string }, options: { replace: boolean }) => void;
}

/** Every entry of the month with its lines, a page at a time: as they say now, of an exported month as they left. */
export function EntriesCard({ journal: { month, currency }, page, pageTo, onPage }: EntriesCardProps) {
  const answer = useListJournalQuery({ month, page, pageSize: LINES_AT_ONCE });
  // Null to whoever is no admin, who does not come here.
  const list = {
    ...answer,
    data: answer.data ?? undefined,
    currentData: answer.currentData ?? undefined,
  };
  const isBehind = useRealPage(page, list.currentData?.totalPages, onPage);
  return (
    <section>
      <div className="pp-section-h">
        <h2>Entries of {monthText(month)}</h2>
      </div>
      <ListCard
        label="Entries"
        list={list}
        isBehind={isBehind}
        rows={10}
        empty={
          <EmptyState kind="small" title={`No entries in ${monthText(month)}`}>
            Sales, receipts and payments of the month stand here.
          </EmptyState>
        }
      >
        {({ rows, count, debit, credit }) => (
          <>
            <p className="journal-sums">
              {plural(count, 'line')}: debit {formatMoneyExact(debit, currency)}, credit{' '}
              {formatMoneyExact(credit, currency)}
            </p>
            <EntriesTable rows={rows} />
            <Pager page={page} pageSize={LINES_AT_ONCE} total={count} pageTo={pageTo} link={Link} />
          </>
        )}
      </ListCard>
    </section>
  );
}
