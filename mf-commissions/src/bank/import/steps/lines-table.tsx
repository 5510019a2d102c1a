import { formatCount, plural } from '@paperplane/shared/domain';
import { Card, cx, StatusGlyph } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { CsvReading } from '../../files/csv/reading';
import { isMoney } from '../../files/csv/roles';
import type { FateName, PreviewRow } from '../preview-rows';
import type { BankImport, Check } from '../use-bank-import';
import { ColumnRoles } from './column-roles';
import { LineCells } from './line-cells';
import './lines.css';

const FATES = {
  broken: { word: 'Broken', glyph: 'cancelled', more: (count: number) => plural(count, 'more broken line') },
  new: { word: 'New', glyph: 'booked', more: (count: number) => plural(count, 'more new line') },
  here: {
    word: 'Already here',
    glyph: 'paid',
    more: (count: number) => `${plural(count, 'more line')} already here`,
  },
} as const satisfies Record<FateName, object>;
const SHOWN = 10;
const MORE = 200;
/** What scrolls is reached by keyboard. */
const SCROLLS = { tabIndex: 0 };

/** All lines, or those of one fate. */
function FateFilter(props: {
  rows: readonly PreviewRow[];
  chosen: FateName | null;
  onChoose: (fate: FateName | null) => void;
}) {
  const { rows, chosen, onChoose } = props;
  const choices = [null, 'new', 'here', 'broken'] as const;
  return (
    <div className="pp-seg" role="group" aria-label="Lines">
      {choices.map((fate) => (
        <button
          key={fate ?? 'all'}
          type="button"
          aria-pressed={fate === chosen}
          onClick={() => onChoose(fate)}
        >
          {fate ? FATES[fate].word : 'All'}{' '}
          <span className="n">
            {formatCount(fate ? rows.filter((row) => row.fate === fate).length : rows.length)}
          </span>
        </button>
      ))}
    </div>
  );
}

interface LinesTableProps {
  rows: readonly PreviewRow[];
  check: Check;
  work: BankImport;
  currency: string;
}

/**
 * The lines of the file and what will happen to each. Of each kind the first are shown, the others on demand. On a phone a line is a
 * card, and what the columns hold folds away.
 */
export function LinesTable({ rows, check, work, currency }: LinesTableProps) {
  const [chosen, setChosen] = useState<FateName | null>(null);
  const [more, setMore] = useState<Partial<Record<FateName, number>>>({});
  const asks = check.read.question !== null;
  const columns = check.file.format === 'csv' ? (check.reading as CsvReading).columns : null;
  const headers = columns
    ? columns.map((_role, index) => check.read.headers[index] || `Column ${index + 1}`)
    : ['Date', 'Text', 'Name', 'Reference', 'Amount'];
  const groups = (['broken', 'new', 'here'] as const)
    .filter((fate) => asks || chosen === null || fate === chosen)
    .map((fate) => {
      const all = rows.filter((row) => row.fate === fate);
      const shown = all.slice(0, SHOWN + (more[fate] ?? 0));
      return { fate, shown, left: all.length - shown.length };
    });
  return (
    <Card
      title={asks ? 'The first lines' : 'What will happen to each line'}
      action={!asks && <FateFilter {...{ rows, chosen }} onChoose={setChosen} />}
      padded={false}
    >
      <div className="bank-lines" role="region" aria-label="Lines and columns" {...SCROLLS}>
        <table>
          <thead>
            {columns && <ColumnRoles headers={headers} {...{ check, work }} />}
            <tr className="names">
              <th scope="col" className="st">
                What will happen
              </th>
              <th scope="col" className="r">
                Line
              </th>
              {headers.map((header, index) => (
                <th
                  key={index}
                  scope="col"
                  className={cx((columns ? isMoney(columns[index] ?? '') : index === 4) && 'r')}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ fate, shown, left }) => (
            <tbody key={fate} className={fate}>
              {shown.map((row) => (
                <tr key={row.line}>
                  <td className={`st bank-${fate}`}>
                    {!asks && (
                      <span>
                        <StatusGlyph status={FATES[fate].glyph} /> {FATES[fate].word}
                      </span>
                    )}
                    {row.note && <small>{row.note}</small>}
                  </td>
                  <td className="r">{formatCount(row.line)}</td>
                  <LineCells row={row} {...{ columns, currency }} />
                </tr>
              ))}
              {left > 0 && (
                <tr className="more">
                  <td className="st" colSpan={headers.length + 2}>
                    <button
                      type="button"
                      className="pp-link"
                      onClick={() => setMore({ ...more, [fate]: (more[fate] ?? 0) + MORE })}
                    >
                      {FATES[fate].more(left)}
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
