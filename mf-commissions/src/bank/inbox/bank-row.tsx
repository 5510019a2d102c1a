import {
  formatCount,
  formatDate,
  formatShortDate,
  formatMoneyExact,
  plural,
  type IsoDate,
} from '@paperplane/shared/domain';
import { Link, logoSrc, paths } from '@paperplane/shared/platform';
import {
  Button,
  Check,
  ChevronRight,
  cx,
  IconButton,
  TriangleAlert,
  VendorLogo,
} from '@paperplane/shared/ui';
import type { BankRow as Row } from '../bank-types';
import { BankLine } from '../parts/bank-text';
import { reasonsLine, tagOf } from '../parts/bank-reasons';
import { categoryText, signedMoney, whatIsPaid } from '../parts/bank-words';
import { Certainty } from '../parts/certainty';
import { rowLinkId } from './use-current-row';

interface BankRowProps {
  row: Row;
  isCurrent: boolean;
  /** It has been accepted or said no to, and is about to leave. */
  isLeaving: boolean;
  currency: string;
  today: IsoDate;
  /** The list is the one of unclaimed money: the amount is what is left of it. */
  showUnclaimed: boolean;
  onChoose: () => void;
  onAccept: () => void;
}

/** A transaction: what the bank wrote, what it pays, how much, and what can be done about it. */
export function BankRow(props: BankRowProps) {
  const { row, isCurrent, isLeaving, currency, today, showUnclaimed, onChoose } = props;
  const amount = showUnclaimed ? row.unclaimedAmount : row.amount;
  return (
    <li
      className={cx('bank-row', isCurrent && 'on', isLeaving && 'is-leaving')}
      aria-current={isCurrent || undefined}
    >
      <time dateTime={row.bookedOn} title={formatDate(row.bookedOn)}>
        {formatShortDate(row.bookedOn, today)}
      </time>
      <span className="from">
        <Link
          className="bank-text pp-trunc"
          id={rowLinkId(row.id)}
          to={paths.bankTransaction.href(row.id)}
          title={row.text}
          onFocus={onChoose}
        >
          <BankLine text={row.text} marks={row.marks} />
        </Link>
      </span>
      <WhatItPays row={row} currency={currency} />
      <span className={cx('amt', amount < 0 && 'neg')}>
        {signedMoney(amount, currency)}
        {showUnclaimed && amount !== row.amount && <small>of {signedMoney(row.amount, currency)}</small>}
      </span>
      <Action {...props} />
    </li>
  );
}

function WhatItPays({ row, currency }: { row: Row; currency: string }) {
  const { suggestion, matched, vendor, status } = row;
  const paid = status === 'matched' ? matched : suggestion;
  // One without parts is set aside, unclaimed as a whole, or not explained.
  const [first] = paid?.parts ?? [];
  const payer = vendor ?? (first && { ...first.vendor, logoUrl: null });
  const recall = row.amount < 0 && first !== undefined;
  return (
    <span className="sug">
      {payer ? (
        <VendorLogo vendor={{ ...payer, logoUrl: logoSrc(payer.logoUrl) }} />
      ) : (
        <span className="nosug" aria-hidden="true" />
      )}
      <span>
        <span className={cx('l1', !payer && 'pp-muted')}>
          {payer ? <b>{payer.name}</b> : first ? null : <span>{emptyTitle(row)}</span>}
          {paid && first && (
            <>
              <span className="dot"> · </span>
              <span>{whatIsPaid(paid.parts, paid.partCount)}</span>
            </>
          )}
          {recall && <span className="pp-tag">Recall</span>}
          {status === 'set_aside' && <span className="pp-tag">{categoryText(row.category)}</span>}
        </span>
        <span className="l2">
          <SecondLine row={row} currency={currency} />
        </span>
      </span>
    </span>
  );
}

const emptyTitle = ({ status }: Row): string =>
  status === 'set_aside' ? 'Set aside' : status === 'matched' ? 'Unclaimed' : 'No suggestion';

/** Why nothing is suggested: for a deposit of several bookings that are open, what would tell which. */
function nothingFound({ lump, vendor }: Row): string {
  if (!lump || !vendor) return 'No open commission explains it';
  const open = `${formatCount(lump.open)} open with ${vendor.name}: add the statement`;
  return lump.bookings ? `${plural(lump.bookings, 'booking')}; ${open}` : open;
}

function SecondLine({ row, currency }: { row: Row; currency: string }) {
  const { suggestion, matched, status } = row;
  if (status === 'set_aside') return <span className="pp-trunc">No commission</span>;
  if (status === 'matched') {
    const isWhole = matched?.partCount === 0;
    const parts = [
      matched?.at && `Matched ${formatDate(matched.at)}${matched.by ? ` by ${matched.by}` : ''}`,
      isWhole && (matched.by ? `Left by ${matched.by}` : 'Nothing is matched'),
      row.unclaimedAmount !== 0 &&
        !isWhole &&
        `${formatMoneyExact(Math.abs(row.unclaimedAmount), currency)} unclaimed`,
      row.unclaimedAmount !== 0 && suggestion && `a sale may explain ${isWhole ? 'it' : 'the rest'}`,
    ].filter(Boolean);
    return <span className="pp-trunc">{parts.join(' · ')}</span>;
  }
  if (!suggestion) {
    const why = nothingFound(row);
    return (
      <span className="pp-trunc" title={why}>
        {why}
      </span>
    );
  }
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const reasons = reasonsLine(suggestion, money);
  const bankSays = tagOf(suggestion, 'bank_says', money);
  const recorded = tagOf(suggestion, 'recorded', money);
  return (
    <>
      {suggestion.certainty === 'certain' ? (
        <span className="pp-sr">Certain.</span>
      ) : (
        <>
          <Certainty level={suggestion.certainty} />
          <span className="dot" aria-hidden="true">
            ·
          </span>
        </>
      )}
      {bankSays && (
        <span className="bank-flag">
          <TriangleAlert className="pp-i pp-i-14" />
          {bankSays}
        </span>
      )}
      {recorded && <span className="bank-flag is-recorded">{recorded}</span>}
      <span className="pp-trunc" title={reasons}>
        {reasons}
      </span>
    </>
  );
}

function Action({ row, isCurrent, isLeaving, currency, onAccept }: BankRowProps) {
  const { suggestion, group, status } = row;
  const who = suggestion?.parts[0]?.vendor.name ?? row.vendor?.name ?? row.text;
  const whose = `${who}, ${signedMoney(row.amount, currency)}`;
  if (status === 'suggested' && suggestion?.acceptable && isCurrent) {
    return (
      <span className="act">
        <Button size="sm" onClick={onAccept} loading={isLeaving}>
          Accept
          <span className="pp-sr"> {whose}</span>{' '}
          <kbd className="pp-kbd only-d" aria-hidden="true">
            A
          </kbd>
        </Button>
      </span>
    );
  }
  if (group === 'certain') {
    return (
      <span className="act">
        <IconButton label={`Accept ${whose}`} onClick={onAccept} disabled={isLeaving}>
          <Check className="pp-i" />
        </IconButton>
      </span>
    );
  }
  // The row's link leads there: these words only say what for.
  const words = status === 'suggested' ? 'Review' : status === 'open' ? 'Find' : 'Open';
  return (
    <span className="act hint" aria-hidden="true">
      {words}
      <ChevronRight className="pp-i pp-i-14" />
    </span>
  );
}
