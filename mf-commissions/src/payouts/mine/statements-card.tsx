import {
  displayMessage,
  formatMoneyExact,
  formatShortDate,
  today as todayIn,
} from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useQueryState } from '@paperplane/shared/platform';
import { Card, cx, EmptyState, FileText, InlineError, Pager, SkeletonRows } from '@paperplane/shared/ui';
import type { MyPayouts, StatementRow } from '../payout-types';
import { useListStatementsQuery } from '../payouts-api';

const PAGE_SIZE = 10;

/** Statements, the latest first; all of them page by page, in the address. */
export function StatementsCard({ mine }: { mine: MyPayouts }) {
  const { values, search } = useQueryState({ statements: '' });
  const page = /^[1-9]\d{0,4}$/.test(values.statements) ? Number(values.statements) : null;
  const { statements, statementCount } = mine;
  if (statementCount === 0)
    return (
      <Card title="Statements" padded={false}>
        <EmptyState kind="small" icon={<FileText className="pp-i pp-i-18" />} title="No statements yet">
          Every payout leaves one here.
        </EmptyState>
      </Card>
    );
  return (
    <Card
      title="Statements"
      padded={false}
      action={
        page === null ? (
          statementCount > statements.length && (
            <Link className="pp-link pp-sm" to={search({ statements: '1' })}>
              All {statementCount}
            </Link>
          )
        ) : (
          <Link className="pp-link pp-sm" to={search({ statements: '' }) || '?'}>
            Latest only
          </Link>
        )
      }
    >
      {page === null ? (
        <Statements rows={statements} />
      ) : (
        <AllStatements page={page} pageTo={(number) => search({ statements: String(number) })} />
      )}
    </Card>
  );
}

function AllStatements({ page, pageTo }: { page: number; pageTo: (page: number) => string }) {
  const { currentData, error, refetch } = useListStatementsQuery({ page, pageSize: PAGE_SIZE });
  if (!currentData)
    return error ? (
      <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={PAGE_SIZE} label="Loading statements" />
    );
  return (
    <>
      <Statements rows={currentData.rows} />
      <Pager page={page} pageSize={PAGE_SIZE} total={currentData.count} pageTo={pageTo} link={Link} />
    </>
  );
}

function Statements({ rows }: { rows: readonly StatementRow[] }) {
  const { currency, timeZone } = useCurrentUser().organization;
  const today = todayIn(timeZone);
  return (
    <ul className="my-statements" aria-label="Statements">
      {rows.map(({ id, payout, paidOn, amount, voidedOn }) => (
        <li key={id}>
          <Link to={paths.statement.href(id)}>
            <FileText className="pp-i" />
            <span>
              <b>{payout}</b>
              <small>
                {voidedOn
                  ? `Voided ${formatShortDate(voidedOn, today)}`
                  : `Paid ${formatShortDate(paidOn, today)}`}
              </small>
            </span>
            <span className={cx('amt', voidedOn && 'pp-void')}>{formatMoneyExact(amount, currency)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
