import { formatDate } from '@paperplane/shared/domain';
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

/** A line: a CSV file's cells as they stand in it, else what was read; for a phone text, amount and day. */
export function LineCells({ row, columns, currency }: LineCellsProps) {
  const { content, cells, source, wrong } = row;
  const card = <CardCell {...cardOf(row, columns, currency)} />;
  if (columns && cells)
    return (
      <>
        {columns.map((role, index) => {
          const text = cells[index]?.trim() ?? '';
          const isWrong = text !== '' && (wrong === 'date' ? role === 'date' : wrong && isAmount(role));
          return (
            <td key={index} className={cx(role === '' && 'out', isMoney(role) && 'r')}>
              {isWrong ? <span className="wrong">{text}</span> : text}
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
      <td className="r">{signedMoney(Number(content.amount), currency)}</td>
      {card}
    </>
  );
}

interface LineCard {
  text: string;
  amount: string;
  day: string;
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
      amount: signedMoney(Number(content.amount), currency),
      day: day || formatDate(content.bookedOn),
    };
  const text = at((role) => role === 'text') || at((role) => role === 'counterparty');
  if (!text) return { text: source || (cells ?? []).filter(Boolean).join(', '), amount: '', day: '' };
  return { text, amount: at(isAmount), day };
}

/** The two lines of a card, in one cell that only a phone shows. */
function CardCell({ text, amount, day }: LineCard) {
  return (
    <td className="only-m card">
      <span className="tx">{text}</span>
      <span className="amt">{amount}</span>
      <span className="dy">{day}</span>
    </td>
  );
}
