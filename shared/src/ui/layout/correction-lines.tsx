import type { BookCorrection } from '../../domain/book-corrections';
import { formatDate } from '../../domain/dates';
import { formatMoneyExact } from '../../domain/money';
import { DiffLine } from './timeline';

interface CorrectionLinesProps {
  correction: BookCorrection;
  currency: string;
}

/** The detail of a correction in a timeline: total and commission before and after, and its booking day. */
export function CorrectionLines({ correction, currency }: CorrectionLinesProps) {
  const { totalBefore, totalAfter, commissionBefore, commissionAfter, postedOn } = correction;
  const money = (label: string, before: number, after: number) => (
    <DiffLine
      label={label}
      // What did not change stands once.
      from={before === after ? undefined : formatMoneyExact(before, currency)}
      to={formatMoneyExact(after, currency)}
    />
  );
  return (
    <>
      {money('Total', totalBefore, totalAfter)}
      {money('Commission', commissionBefore, commissionAfter)}
      <span>Booked {formatDate(postedOn)}</span>
    </>
  );
}
