import { formatMoneyExact, formatShortDate, today as todayIn } from '@paperplane/shared/domain';
import { Link, useCurrentUser } from '@paperplane/shared/platform';
import { Banknote, Button, Card, EmptyState, StatusGlyph } from '@paperplane/shared/ui';
import { payoutNote, payoutNoteParts } from '@paperplane/shared/words';
import { useState } from 'react';
import { lineHref } from '../parts/line-href';
import { earns, lineWord, partOf, plainMoney, signedMoney } from '../parts/payout-words';
import { isTierYear, tierYears, type TierYear } from '../parts/tier-years';
import type { MyPayouts } from '../payout-types';

type MyLine = MyPayouts['lines'][number];

/** How far it is: a draft can change, and before it is started it is what would be collected now. */
function stateOf(payout: MyPayouts['payout'], today: string) {
  if (payout?.status === 'scheduled')
    return (
      <span className="pp-badge s-scheduled">
        <StatusGlyph status="scheduled" />
        Planned for {formatShortDate(payout.plannedOn, today)}
      </span>
    );
  if (payout?.status === 'approved')
    return (
      <span className="pp-badge s-approved">
        <StatusGlyph status="approved" />
        Approved
      </span>
    );
  return (
    <span className="pp-badge s-draft">
      <StatusGlyph status="draft" />
      {payout ? 'Draft, can still change' : 'Not started, can still change'}
    </span>
  );
}

/** The next payout line by line, to the cent. */
export function InThisPayout({ mine }: { mine: MyPayouts }) {
  const { currency, timeZone } = useCurrentUser().organization;
  const { lines, payout, carriedIn, amount, carriedOut } = mine;
  if (lines.length === 0)
    return (
      <Card title="In this payout" padded={false}>
        <EmptyState kind="small" icon={<Banknote className="pp-i pp-i-18" />} title="Nothing is ready yet">
          Commissions come in as soon as they can be paid.
        </EmptyState>
      </Card>
    );
  const adjustments = lines.filter((line) => !earns(line));
  return (
    <Card title="In this payout" padded={false} action={stateOf(payout, todayIn(timeZone))}>
      <ul className="my-rows" aria-label="In this payout">
        <li className="head" aria-hidden="true">
          <span>Booking</span>
          <span>Customer</span>
          <span>Vendor</span>
          <span>Received</span>
          <span className="amt">Your share</span>
        </li>
        {lines.filter(earns).map((line) => (
          <CommissionRow key={line.commissionId ?? line.shareId} line={line} />
        ))}
        {carriedIn < 0 && (
          <li className="more">
            <span>
              <b className="pp-strong">Carried over</b> <span className="sub">from payouts before</span>
            </span>
            <span className="amt">{signedMoney(carriedIn)}</span>
          </li>
        )}
        {tierYears(adjustments).map((each) =>
          isTierYear(each) ? (
            <YearRows key={each.since} year={each} />
          ) : (
            <AdjustmentRow key={each.id ?? each.shareId} line={each} />
          ),
        )}
        {carriedOut < 0 && (
          <li className="more">
            <span>
              <b className="pp-strong">Carried on</b> <span className="sub">to the payout after it</span>
            </span>
            <span className="amt">{signedMoney(-carriedOut)}</span>
          </li>
        )}
        <li className="total">
          <span>Next payout</span>
          <span className="amt">{formatMoneyExact(amount, currency)}</span>
        </li>
      </ul>
    </Card>
  );
}

function AdjustmentRow({ line }: { line: MyLine }) {
  return (
    <li className="more">
      <span>
        <b className="pp-strong">{lineWord(partOf(line))}</b>{' '}
        <span className="sub">
          {line.bookingReference && <span className="payout-nw">{line.bookingReference}, </span>}
          {payoutNoteParts(line).words}
        </span>
      </span>
      <span className="amt">{signedMoney(line.amount)}</span>
    </li>
  );
}

/** What tiers corrected of a year, as the statement will say it; each booking below it when it is opened. */
function YearRows({ year }: { year: TierYear<MyLine> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <li className="more">
        <span>
          <b className="pp-strong">{lineWord('correction')}</b> <span className="sub">{year.words} </span>
          <Button
            variant="link"
            size="sm"
            aria-expanded={open}
            aria-label={`Each booking: ${year.words}`}
            onClick={() => setOpen(!open)}
          >
            Each booking
          </Button>
        </span>
        <span className="amt">{signedMoney(year.amount)}</span>
      </li>
      {open && year.lines.map((line) => <AdjustmentRow key={line.shareId} line={line} />)}
    </>
  );
}

function CommissionRow({ line }: { line: MyLine }) {
  const { timeZone } = useCurrentUser().organization;
  const href = lineHref(line);
  const name = <span className="payout-nw">{line.bookingReference ?? 'No reference'}</span>;
  return (
    <li>
      {href ? (
        <Link className="pp-ref" to={href}>
          {name}
        </Link>
      ) : (
        <span className="pp-ref">{name}</span>
      )}
      <span className="cu pp-trunc">{line.customer}</span>
      <span className="v pp-trunc sub">{[payoutNote(line), line.vendor].filter(Boolean).join(', ')}</span>
      <span className="rc sub pp-num">
        {line.receivedOn && formatShortDate(line.receivedOn, todayIn(timeZone))}
      </span>
      <span className="amt">{plainMoney(line.amount)}</span>
    </li>
  );
}
