import {
  formatCount,
  formatDate,
  formatMoneyExact,
  formatShortDate,
  plural,
  type IsoDate,
} from '@paperplane/shared/domain';
import { logoSrc } from '@paperplane/shared/platform';
import { cx, TriangleAlert, VendorLogo } from '@paperplane/shared/ui';
import type { BankRow as Row } from '../bank-types';
import { reasonsLine, tagOf } from '../parts/bank-reasons';
import { categoryText, signedMoney, whatIsPaid } from '../parts/bank-words';
import { Certainty } from '../parts/certainty';

/** What the row is told of it. */
export interface WhatItPaysProps {
  row: Row;
  currency: string;
  today: IsoDate;
  /** How many of the page stand behind this row. */
  folded: number;
  onUnfold: () => void;
}

/** What a transaction pays, as far as that is known, and below it why that is thought. */
export function WhatItPays(props: WhatItPaysProps) {
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

function SecondLine({ row, currency, folded, today }: WhatItPaysProps) {
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
