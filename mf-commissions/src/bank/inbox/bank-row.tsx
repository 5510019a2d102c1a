import { actName, formatCount, formatDate, formatShortDate } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Button, Check, ChevronRight, cx, IconButton } from '@paperplane/shared/ui';
import { useRef } from 'react';
import { BankLine } from '../parts/bank-text';
import { signedMoney } from '../parts/bank-words';
import { rowFacts } from '../parts/row-facts';
import { rowLinkId } from './use-current-row';
import { WhatItPays, type WhatItPaysProps } from './what-it-pays';

interface BankRowProps extends WhatItPaysProps {
  isCurrent: boolean;
  /** It has been accepted or said no to, and is about to leave. */
  isLeaving: boolean;
  /** The list is the one of unclaimed money: the amount is what is left of it. */
  showUnclaimed: boolean;
  onChoose: () => void;
  onAccept: () => void;
  /** Whether it is selected; null where nothing can be. */
  isSelected: boolean | null;
  /** Something is selected: its bar has the page's filled button. */
  isQuiet: boolean;
  onSelect: (range: boolean) => void;
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
