import {
  actName,
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
import { useRef } from 'react';
import type { BankRow as Row } from '../bank-types';
import { BankLine } from '../parts/bank-text';
import { reasonsLine, tagOf } from '../parts/bank-reasons';
import { categoryText, signedMoney, whatIsPaid } from '../parts/bank-words';
import { rowFacts } from '../parts/row-facts';
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
  /** Whether it is selected; null where nothing can be. */
  isSelected: boolean | null;
  /** Something is selected: its bar has the page's filled button. */
  isQuiet: boolean;
  onSelect: (range: boolean) => void;
  /** How many of the page stand behind this row. */
  folded: number;
  onUnfold: () => void;
  onSetAsideAlike: () => void;
}

/** How long a finger rests on a row to select it, in milliseconds. */
const LONG_PRESS = 500;

/** Shift and click, or a finger that rests, select; what the row leads to is not opened then. */
function useSelecting(onSelect: ((range: boolean) => void) | null) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressed = useRef(false);
  if (!onSelect) return {};
  const end = () => clearTimeout(timer.current);
  return {
    onMouseDown: (event: React.MouseEvent) => {
      // Shift would mark text.
      if (event.shiftKey) event.preventDefault();
    },
    onClickCapture: (event: React.MouseEvent) => {
      if (!event.shiftKey && !pressed.current) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) onSelect(true);
      pressed.current = false;
    },
    onTouchStart: () => {
      pressed.current = false;
      timer.current = setTimeout(() => {
        pressed.current = true;
        onSelect(false);
      }, LONG_PRESS);
    },
    onTouchEnd: end,
    onTouchMove: end,
    onTouchCancel: end,
    onContextMenu: (event: React.MouseEvent) => {
      if (pressed.current) event.preventDefault();
    },
  };
}

/** A transaction: what the bank wrote, what it pays, how much, and what can be done about it. */
export function BankRow(props: BankRowProps) {
  const { row, isCurrent, isLeaving, currency, today, showUnclaimed, onChoose } = props;
  const { isSelected, onSelect, folded, onUnfold } = props;
  const selecting = useSelecting(isSelected === null ? null : onSelect);
  const amount = showUnclaimed
    ? row.unclaimedAmount
    : folded > 0 && row.alike
      ? row.alike.amount
      : row.amount;
  return (
    <li
      className={cx('bank-row', isCurrent && 'on', isSelected && 'sel', isLeaving && 'is-leaving')}
      aria-current={isCurrent || undefined}
      {...selecting}
    >
      {isSelected !== null && (
        <span className="pp-check bank-tick">
          <input
            type="checkbox"
            aria-label={`Select ${row.text}, ${signedMoney(amount, currency)}`}
            checked={isSelected}
            onChange={() => onSelect(false)}
          />
        </span>
      )}
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
      <WhatItPays {...{ row, currency, folded, onUnfold, today }} />
      <span className={cx('amt', amount < 0 && 'neg')}>
        {signedMoney(amount, currency)}
        {showUnclaimed && amount !== row.amount && <small>of {signedMoney(row.amount, currency)}</small>}
      </span>
      <Action {...props} />
    </li>
  );
}

function WhatItPays(props: Pick<BankRowProps, 'row' | 'currency' | 'folded' | 'onUnfold' | 'today'>) {
  const { row, folded, onUnfold } = props;
  const { suggestion, matched, vendor, status, other } = row;
  const paid =
    status === 'matched' ? matched : other ? { parts: [], others: [other], partCount: 1 } : suggestion;
  const others = paid && 'others' in paid ? paid.others : [];
  // One without parts is set aside, unclaimed as a whole, or not explained.
  const first = paid?.parts[0] ?? others[0];
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
              <span>{whatIsPaid(paid.parts, paid.partCount, others)}</span>
            </>
          )}
          {recall && <span className="pp-tag">Recall</span>}
          {status === 'set_aside' && <span className="pp-tag">{categoryText(row.category)}</span>}
          {row.alike &&
            (folded > 0 ? (
              <button
                type="button"
                className="pp-tag bank-unfold"
                onClick={onUnfold}
                title="Show each of them"
              >
                {formatCount(row.alike.count + 1)} alike
              </button>
            ) : (
              <span className="pp-tag">{formatCount(row.alike.count + 1)} alike</span>
            ))}
        </span>
        <span className="l2">
          <SecondLine {...props} />
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

function SecondLine({
  row,
  currency,
  folded,
  today,
}: Pick<BankRowProps, 'row' | 'currency' | 'folded' | 'today'>) {
  const { suggestion, matched, status, alike } = row;
  if (status === 'set_aside')
    return <span className="pp-trunc">{row.ruleId ? 'No commission, by a rule' : 'No commission'}</span>;
  if (alike && folded > 0 && !suggestion && !row.other) {
    const [from, to] = [formatShortDate(alike.firstOn, today), formatShortDate(alike.lastOn, today)];
    return (
      <span className="pp-trunc">
        {from === to ? from : `${from} to ${to}`} · same words, {signedMoney(alike.amount, currency)} together
      </span>
    );
  }
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
  if (row.other)
    return (
      <>
        <Certainty level="likely" />
        <span className="dot" aria-hidden="true">
          ·
        </span>
        <span className="pp-trunc">Its vendor owes exactly this: open it to match</span>
      </>
    );
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

function Action(props: BankRowProps) {
  const { row, isCurrent, isLeaving, isQuiet, currency, onAccept } = props;
  const { suggestion, group, status } = row;
  const facts = rowFacts([row], currency);
  const acceptName = actName('Accept', facts);
  if (status === 'suggested' && suggestion?.acceptable && !row.other && isCurrent && !isQuiet) {
    return (
      <span className="act">
        <Button size="sm" aria-label={acceptName} onClick={onAccept} loading={isLeaving}>
          Accept{' '}
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
        <IconButton label={acceptName} onClick={onAccept} disabled={isLeaving}>
          <Check className="pp-i" />
        </IconButton>
      </span>
    );
  }
  if (row.alike) {
    const like = formatCount(row.alike.count);
    return (
      <span className="act">
        <Button
          size="sm"
          variant="outline"
          aria-label={actName(`Set aside this and ${like} like it`, {
            ...facts,
            amount: signedMoney(row.alike.amount, currency),
            days: [row.alike.firstOn, row.alike.lastOn],
          })}
          disabled={isLeaving}
          onClick={props.onSetAsideAlike}
        >
          Set aside this and {like} like it
        </Button>
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
