import { formatDate } from '@paperplane/shared/domain';
import { CardCell } from '@paperplane/shared/import';
import { cx } from '@paperplane/shared/ui';
import { isAmount, isMoney, type Role } from '../../files/csv/roles';
import { signedMoney } from '../../parts/bank-words';
import type { PreviewRow } from '../preview-rows';

interface LineCellsProps {
  row: PreviewRow;
  /** What the columns of a CSV file hold. */
  columns: readonly Role[] | null;
  currency: string;
}

/** A line: a CSV file's cells as they stand in it, but amounts as they were read; for a phone text, amount and day. */
export function LineCells({ row, columns, currency }: LineCellsProps) {
  const { content, cells, source, wrong } = row;
  const card = <CardCell {...cardOf(row, columns, currency)} />;
  if (columns && cells)
    return (
      <>
        {columns.map((role, index) => {
          const text = cells[index]?.trim() ?? '';
          return (
            <td key={index} className={cx(role === '' && 'out', isMoney(role) && 'r')}>
              {text !== '' && isBlamed(wrong, role) ? (
                <span className="wrong">{text}</span>
              ) : content && text !== '' && isAmount(role) ? (
                <Amount amount={Number(content.amount)} currency={currency} written={text} />
              ) : (
                text
              )}
            </td>
          );
        })}
        {card}
      </>
    );
  if (!content)
    return (
      <>
        <td colSpan={columns?.length ?? 5}>{source}</td>
        {card}
      </>
    );
  return (
    <>
      <td>{formatDate(content.bookedOn)}</td>
      <td>{content.text}</td>
      <td>{content.counterparty}</td>
      <td>{content.reference}</td>
      <td className="r">
        <Amount amount={Number(content.amount)} currency={currency} />
      </td>
      {card}
    </>
  );
}

/** Whether a column is what could not be read of a line. */
const isBlamed = (wrong: PreviewRow['wrong'], role: Role): boolean =>
  wrong === 'amount' ? isAmount(role) : wrong !== null && role === wrong;

/** What an amount was read as: money in with a plus, money out with a minus, each in its colour. */
function Amount({ amount, currency, written }: { amount: number; currency: string; written?: string }) {
  return (
    <span className={amount < 0 ? 'neg' : 'pos'} title={written && `In the file: ${written}`}>
      {amount > 0 && '+'}
      {signedMoney(amount, currency)}
    </span>
  );
}

/** What a phone shows of a line; of one that was not read what stands in those columns. */
function cardOf(
  { content, cells, source }: PreviewRow,
  columns: LineCellsProps['columns'],
  currency: string,
) {
  const at = (is: (role: Role) => boolean) =>
    columns?.flatMap((role, index) => (is(role) ? [cells?.[index]?.trim() ?? ''] : [])).find(Boolean) ?? '';
  const day = at((role) => role === 'date');
  if (content)
    return {
      text: content.text,
      amount: <Amount amount={Number(content.amount)} currency={currency} />,
      day: day || formatDate(content.bookedOn),
    };
  const text = at((role) => role === 'text') || at((role) => role === 'counterparty');
  if (!text) return { text: source || (cells ?? []).filter(Boolean).join(', '), amount: '', day: '' };
  return { text, amount: at(isAmount), day };
}
