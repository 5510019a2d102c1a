import { formatCount } from '@paperplane/shared/domain';
import type { RowError } from '../rules/read-row';

interface PreviewTableProps {
  /** Columns that are imported, with their place in the file. */
  columns: readonly { index: number; label: string }[];
  /** The first rows of the file. */
  samples: readonly (readonly string[])[];
  errors: readonly RowError[];
}

/** What scrolls is reached by keyboard. */
const SCROLLS = { tabIndex: 0 };

/** The first rows under the fields they become. Scrolls sideways, also by keyboard: a file may have many columns. */
export function PreviewTable({ columns, samples, errors }: PreviewTableProps) {
  const wrong = new Set(errors.map(({ row, field }) => `${row} ${field}`));
  return (
    <div className="import-preview" role="region" aria-label="First rows" {...SCROLLS}>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map(({ index, label }) => (
              <th key={index} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {samples.map((cells, place) => (
            <tr key={place}>
              <td>{formatCount(place + 1)}</td>
              {columns.map(({ index, label }) => (
                <td key={index} className={wrong.has(`${place + 1} ${label}`) ? 'is-wrong' : undefined}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
