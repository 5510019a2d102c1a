import {
  actName,
  addDays,
  formatMoneyExact,
  formatShortDate,
  roundHalfAway,
  today as todayIn,
} from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import { Button, Card, cx } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { VendorStatement } from '../../bank-types';
import type { StatementActs } from './use-statement-actions';
import { StatementPill } from '../parts/statement-pill';

const loadDialog = () =>
  import(/* webpackChunkName: "lazy-statement-day" */ './day-dialog').then((module) => module.DayDialog);

/** Days after its day before a deposit is called late. */
const GRACE = 7;

/** Where its deposit is: not expected, expected, waiting in the inbox, or matched. */
export function DepositCard({ statement, actions }: { statement: VendorStatement; actions: StatementActs }) {
  const { currency, timeZone } = useCurrentUser().organization;
  const { status, deposit, total, fee, vendor } = statement;
  const net = roundHalfAway(total - fee, 2);
  const off = deposit ? roundHalfAway(net - deposit.amount, 2) : 0;
  const money = (amount: number) => formatMoneyExact(amount, currency);
  return (
    <Card title="Its deposit">
      <p className="vs-deposit">
        <StatementPill status={status} differently={off !== 0} />
        <b className="pp-strong pp-num">{money(deposit?.amount ?? net)}</b>
      </p>
      {deposit ? (
        <>
          <p className="vs-bank">{deposit.text}</p>
          <p className="pp-sm">
            {off === 0
              ? deposit.matched
                ? 'It came, and is matched.'
                : 'It came, and explains itself.'
              : `${money(Math.abs(off))} ${off > 0 ? 'less' : 'more'} than the statement.`}{' '}
            <Link className="pp-link" to={paths.bankTransaction.href(deposit.id)}>
              Deposit of {formatShortDate(deposit.bookedOn, todayIn(timeZone))}
            </Link>
          </p>
        </>
      ) : (
        <p className="pp-sm pp-muted">
          {status === 'expected'
            ? `When ${money(net)} comes from ${vendor.name}, its bookings are suggested.`
            : 'A statement proves nothing by itself: money is received when the bank says so.'}
        </p>
      )}
      {status === 'expected' && (
        <div className="vs-day">
          {!deposit && <ExpectedDay statement={statement} />}
          <Button
            variant="ghost"
            size="sm"
            className="stop"
            loading={actions.busy}
            aria-label={actName('Stop expecting', actions.facts)}
            onClick={() => void actions.stop()}
          >
            Stop expecting
          </Button>
        </div>
      )}
    </Card>
  );
}

/** About when it comes, which somebody may say. */
function ExpectedDay({ statement }: { statement: VendorStatement }) {
  const { timeZone } = useCurrentUser().organization;
  const [open, setOpen] = useState(false);
  const [DayDialog, fetchDialog] = useLazyDialog(loadDialog);
  const { expectedOn } = statement;
  const today = todayIn(timeZone);
  const isLate = expectedOn !== null && addDays(expectedOn, GRACE) < today;
  return (
    <p className="pp-sm">
      {expectedOn && (
        <span className={cx(isLate && 'late')}>
          {isLate ? 'Late: expected about' : 'About'} {formatShortDate(expectedOn, today)}
        </span>
      )}{' '}
      <button
        type="button"
        className="pp-link"
        onClick={() => void fetchDialog().then((isThere) => isThere && setOpen(true))}
      >
        {expectedOn ? 'Change the day' : 'Say when'}
      </button>
      {open && DayDialog && <DayDialog statement={statement} onClose={() => setOpen(false)} />}
    </p>
  );
}
