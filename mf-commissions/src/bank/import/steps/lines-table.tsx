import { formatCount, formatDate, formatMoneyExact } from '@paperplane/shared/domain';
import { CircleAlert, CircleCheck, cx, Plus } from '@paperplane/shared/ui';
import { useState } from 'react';
import { assignRole, type CsvReading } from '../../files/csv/reading';
import { ROLES, type Role } from '../../files/csv/roles';
import type { FateName, PreviewRow } from '../preview-rows';
import type { BankImport, Check } from '../use-bank-import';

const FATES: Readonly<Record<FateName, { word: string; icon: typeof Plus }>> = {
  broken: { word: 'Broken', icon: CircleAlert },
  new: { word: 'New', icon: Plus },
  here: { word: 'Already here', icon: CircleCheck },
};
const SHOWN = 10;
const MORE = 200;
/** What scrolls is reached by keyboard. */
const SCROLLS = { tabIndex: 0 };
const MONEY: readonly Role[] = ['amount', 'in', 'out', 'balance'];

/** The selects over the columns of a CSV file: the mapping is the table's head. */
function RoleRow({ check, work, headers }: { check: Check; work: BankImport; headers: readonly string[] }) {
  const reading = check.reading as CsvReading;
  return (
    <tr>
      <td colSpan={2}>Column is</td>
      {reading.columns.map((role, index) => (
        <td key={index} className={cx(role === '' && 'out', MONEY.includes(role) && 'r')}>
          <select
            aria-label={`Column ${headers[index] || index + 1} is`}
            value={role}
            onChange={(event) => {
              const columns = assignRole(reading.columns, index, event.target.value as Role);
              void work.reread(check, { ...reading, columns });
            }}
          >
            <option value="">Leave out</option>
            {Object.entries(ROLES).map(([key, word]) => (
              <option key={key} value={key}>
                {word}
              </option>
            ))}
          </select>
        </td>
      ))}
    </tr>
  );
}

function Content({
  row,
  columns,
  currency,
}: {
  row: PreviewRow;
  columns: readonly Role[] | null;
  currency: string;
}) {
  const { content, source } = row;
  if (!content) return <td colSpan={columns?.length ?? 5}>{source}</td>;
  if (columns)
    return columns.map((role, index) => (
      <td key={index} className={cx(role === '' && 'out', MONEY.includes(role) && 'r')}>
        {content.cells?.[index]}
      </td>
    ));
  return (
    <>
      <td>{formatDate(content.bookedOn)}</td>
      <td>{content.text}</td>
      <td>{content.counterparty}</td>
      <td>{content.reference}</td>
      <td className="r">{formatMoneyExact(Number(content.amount), currency)}</td>
    </>
  );
}

interface LinesTableProps {
  rows: readonly PreviewRow[];
  check: Check;
  work: BankImport;
  currency: string;
}

/** The lines of the file and what will happen to each. Of each kind the first are shown, the others on demand. */
export function LinesTable({ rows, check, work, currency }: LinesTableProps) {
  const [more, setMore] = useState<Partial<Record<FateName, number>>>({});
  const columns = check.file.format === 'csv' ? (check.reading as CsvReading).columns : null;
  const headers = columns
    ? columns.map((_role, index) => check.read.headers[index] || `Column ${index + 1}`)
    : ['Date', 'Text', 'Name', 'Reference', 'Amount'];
  const groups = (['broken', 'new', 'here'] as const).map((fate) => {
    const all = rows.filter((row) => row.fate === fate);
    const shown = all.slice(0, SHOWN + (more[fate] ?? 0));
    return { fate, shown, left: all.length - shown.length };
  });
  return (
    <div className="bank-lines" role="region" aria-label="Lines and columns" {...SCROLLS}>
      <table>
        <thead>
          {columns && <RoleRow headers={headers} {...{ check, work }} />}
          <tr>
            <th scope="col">What will happen</th>
            <th scope="col" className="r">
              Line
            </th>
            {headers.map((header, index) => (
              <th key={index} scope="col" className={cx(MONEY.includes(columns?.[index] ?? '') && 'r')}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ fate, shown, left }) => {
          const { word, icon: Icon } = FATES[fate];
          return (
            <tbody key={fate} className={fate}>
              {shown.map((row) => (
                <tr key={row.line}>
                  <td className="st">
                    <span>
                      <Icon className="pp-i pp-i-14" /> {word}
                    </span>
                    {row.note && <small>{row.note}</small>}
                  </td>
                  <td className="r">{formatCount(row.line)}</td>
                  <Content row={row} {...{ columns, currency }} />
                </tr>
              ))}
              {left > 0 && (
                <tr>
                  <td colSpan={headers.length + 2}>
                    <button
                      type="button"
                      className="pp-link"
                      onClick={() => setMore({ ...more, [fate]: (more[fate] ?? 0) + MORE })}
                    >
                      {formatCount(left)} more: {word.toLowerCase()}
                    </button>
                  </td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}
