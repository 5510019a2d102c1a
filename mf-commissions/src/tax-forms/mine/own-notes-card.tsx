import { displayMessage, formatDate, today as todayIn } from '@paperplane/shared/domain';
import { Link, useCurrentUser, useQueryState } from '@paperplane/shared/platform';
import { Card, EmptyState, FileText, InlineError, Pager, SkeletonRows } from '@paperplane/shared/ui';
import { YearNav } from '../parts/year-nav';
import { noteHref } from '../notes/note-href';
import { useGetMyTaxDetailsQuery, useListCreditNotesQuery } from '../tax-api';
import '../tax-forms.css';
import { noteMoney } from '../tax-words';

const AT_ONCE = 10;
const DEFAULTS = { notes: '', notesPage: '1' };

/** One's own credit notes of a year; nothing where there never was one. */
export function OwnNotesCard() {
  const { data } = useGetMyTaxDetailsQuery();
  return data && data.notes > 0 ? <OwnNotes /> : null;
}

function OwnNotes() {
  const { timeZone } = useCurrentUser().organization;
  const { values, search } = useQueryState(DEFAULTS);
  const thisYear = Number(todayIn(timeZone).slice(0, 4));
  const year = /^20\d\d$/.test(values.notes) ? Number(values.notes) : thisYear;
  const page = /^[1-9]\d{0,3}$/.test(values.notesPage) ? Number(values.notesPage) : 1;
  const { currentData, error, refetch } = useListCreditNotesQuery({ year, page, pageSize: AT_ONCE });
  return (
    <Card
      title="Credit notes"
      padded={false}
      action={
        <YearNav
          year={year}
          thisYear={thisYear}
          to={(one) => search({ notes: one === thisYear ? '' : String(one), notesPage: '1' }) || '?'}
        />
      }
    >
      {!currentData ? (
        error ? (
          <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} label="Loading credit notes" />
        )
      ) : currentData.rows.length === 0 ? (
        <EmptyState kind="small" icon={<FileText className="pp-i pp-i-18" />} title={`None in ${year}`}>
          Each payment gets one.
        </EmptyState>
      ) : (
        <>
          <ul className="my-statements" aria-label="Credit notes">
            {currentData.rows.map((row) => (
              <li key={row.id}>
                <Link to={noteHref(row.id)}>
                  <FileText className="pp-i" />
                  <span>
                    <b>{row.label}</b>
                    <small>
                      {row.kind === 'counter' ? `Takes ${row.counters} back` : formatDate(row.issuedOn)}
                    </small>
                  </span>
                  <span className="amt">{noteMoney(row.gross, row.currency)}</span>
                </Link>
              </li>
            ))}
          </ul>
          {currentData.count > AT_ONCE && (
            <Pager
              page={page}
              pageSize={AT_ONCE}
              total={currentData.count}
              pageTo={(number) => search({ notesPage: String(number) }) || '?'}
              link={Link}
            />
          )}
        </>
      )}
    </Card>
  );
}
