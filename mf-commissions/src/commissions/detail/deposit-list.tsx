import { formatDate, formatMoneyExact, formatShortDate, today } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Skeleton, SkeletonRegion } from '@paperplane/shared/ui';
import type { CommissionDeposit, DepositSource } from '../commission-types';

interface DepositListProps {
  /** Undefined while they load. */
  deposits: readonly CommissionDeposit[] | undefined;
  /** The organization's, as the time zone. */
  currency: string;
  timeZone: string;
}

/** What came when; for admins also from where, who matched it and what was given up. */
export function DepositList({ deposits, currency, timeZone }: DepositListProps) {
  if (!deposits)
    return (
      <SkeletonRegion label="Loading deposits">
        <Skeleton width={180} />
      </SkeletonRegion>
    );
  return (
    <ul className="commission-deposits" aria-label="Deposits">
      {deposits.map((deposit, index) => (
        <li key={index}>
          <p className="pp-between">
            <DepositName deposit={deposit} timeZone={timeZone} />
            <span className="pp-num">{formatMoneyExact(deposit.amount, currency)}</span>
          </p>
          {deposit.source && <Origin source={deposit.source} {...{ currency, timeZone }} />}
        </li>
      ))}
    </ul>
  );
}

/** The day at the bank: "Nov 19, 2026"; with another booking day both: "May 20, booked Jun 1". */
function daysText({ bookedOn, postedOn }: CommissionDeposit, timeZone: string): string {
  if (postedOn === bookedOn) return formatDate(bookedOn);
  const [day, bookingDay] = [bookedOn, postedOn].map((date) => formatShortDate(date, today(timeZone)));
  return `${day}, booked ${bookingDay}`;
}

function DepositName({ deposit, timeZone }: { deposit: CommissionDeposit; timeZone: string }) {
  const { amount, source } = deposit;
  const name = `${amount < 0 ? 'Taken back' : 'Deposit of'} ${daysText(deposit, timeZone)}`;
  return source ? (
    <Link className="pp-link" to={paths.bankTransaction.href(source.transactionId)}>
      {name}
    </Link>
  ) : (
    <span>{name}</span>
  );
}

function Origin({
  source,
  currency,
  timeZone,
}: { source: DepositSource } & Pick<DepositListProps, 'currency' | 'timeZone'>) {
  const { account, fileName, matchedAt, matchedBy, writtenOff, writeOffReason } = source;
  const day = formatDate(matchedAt, timeZone);
  return (
    <>
      <small>
        {account} · {fileName}
      </small>
      <small>{matchedBy ? `Matched by ${matchedBy} on ${day}` : `Matched on ${day}`}</small>
      {writtenOff > 0 && (
        <small>
          {formatMoneyExact(writtenOff, currency)} written off: {writeOffReason}
        </small>
      )}
    </>
  );
}
