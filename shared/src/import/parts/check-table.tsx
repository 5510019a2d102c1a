import type { ReactNode } from 'react';
import { formatCount, plural } from '../../domain';
import { Card, cx, StatusGlyph } from '../../ui';
import type { CheckedRow, VerdictName, ShownRows } from './checked-rows';
import './check-table.css';

/** A file of a bank has lines, one of records rows; several rows may be one sale. */
export type RowNoun = 'line' | 'row' | 'sale';

/** How a verdict is called, and drawn. */
export const VERDICTS = {
  broken: { word: 'Broken', glyph: 'cancelled' },
  new: { word: 'New', glyph: 'booked' },
  here: { word: 'Already here', glyph: 'paid' },
} as const satisfies Record<VerdictName, object>;

/** `12 more broken lines`, `12 more lines already here`. */
const moreOf = (verdict: VerdictName, count: number, noun: RowNoun): string =>
  verdict === 'here'
    ? `${plural(count, `more ${noun}`)} already here`
    : plural(count, `more ${VERDICTS[verdict].word.toLowerCase()} ${noun}`);

const FILTERS = [null, 'new', 'here', 'broken'] as const;
/** What scrolls is reached by keyboard. */
const SCROLLS = { tabIndex: 0 };

/** All rows, or those of one verdict. */
function VerdictFilter({ shown, noun }: { shown: ShownRows<CheckedRow>; noun: RowNoun }) {
  return (
    <div className="pp-seg" role="group" aria-label={noun === 'line' ? 'Lines' : `Which ${noun}s`}>
      {FILTERS.map((verdict) => (
        <button
          key={verdict ?? 'all'}
          type="button"
          aria-pressed={verdict === shown.chosen}
          onClick={() => shown.choose(verdict)}
        >
          {verdict ? VERDICTS[verdict].word : 'All'}{' '}
          <span className="n">{formatCount(shown.count(verdict))}</span>
        </button>
      ))}
    </div>
  );
}

interface CheckTableProps<R extends CheckedRow> {
  shown: ShownRows<R>;
  noun: RowNoun;
  columns: readonly { name: string; isNumeric: boolean }[];
  /** What stands over the names of the columns: what they hold. */
  head?: ReactNode;
  /** The cells of a row, one for each column, and one for a phone (`CardCell`). */
  cells: (row: R) => ReactNode;
  /** The file asks something first, so that nothing is known of its rows yet. */
  asks?: boolean;
  footer?: ReactNode;
}

/**
 * The rows of a file and what will happen to each, of every import. Of each kind the first are shown, what is broken before the others. On
 * a phone a row is a card.
 */
export function CheckTable<R extends CheckedRow>(props: CheckTableProps<R>) {
  const { shown, noun, columns, head, cells, asks = false, footer } = props;
  return (
    <Card
      title={asks ? `The first ${noun}s` : `What will happen to each ${noun}`}
      action={!asks && <VerdictFilter {...{ shown, noun }} />}
      padded={false}
      footer={footer}
    >
      <div
        className="import-lines"
        role="region"
        aria-label={noun === 'line' ? 'Lines and columns' : noun === 'sale' ? 'Sales' : 'Rows'}
        {...SCROLLS}
      >
        <table>
          <thead>
            {head}
            <tr className="names">
              <th scope="col" className="st">
                What will happen
              </th>
              <th scope="col" className="r">
                {noun === 'line' ? 'Line' : 'Row'}
              </th>
              {columns.map(({ name, isNumeric }, index) => (
                <th key={index} scope="col" className={cx(isNumeric && 'r')}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {shown.groups.map(({ verdict, shown: rows, left }) => (
            <tbody key={verdict} className={verdict}>
              {rows.map((row) => (
                <tr key={row.line}>
                  <td className={`st import-${verdict}`}>
                    {!asks && (
                      <span>
                        <StatusGlyph status={VERDICTS[verdict].glyph} /> {VERDICTS[verdict].word}
                        <span className="only-m pp-muted">
                          {noun === 'line' ? 'line' : 'row'} {formatCount(row.line)}
                        </span>
                      </span>
                    )}
                    {row.note && <small>{row.note}</small>}
                  </td>
                  <td className="r">{formatCount(row.line)}</td>
                  {cells(row)}
                </tr>
              ))}
              {left > 0 && (
                <tr className="more">
                  <td className="st" colSpan={columns.length + 2}>
                    <button type="button" className="pp-link" onClick={() => shown.showMore(verdict)}>
                      {moreOf(verdict, left, noun)}
                    </button>
                  </td>
                </tr>
              )}
            </tbody>
          ))}
        </table>
      </div>
    </Card>
  );
}

interface CardCellProps {
  text: string;
  amount: ReactNode;
  day: string;
}

/** The two lines of a card, in one cell that only a phone shows. */
export function CardCell({ text, amount, day }: CardCellProps) {
  return (
    <td className="only-m card">
      <span className="tx">{text}</span>
      <span className="amt">{amount}</span>
      <span className="dy">{day}</span>
    </td>
  );
}
