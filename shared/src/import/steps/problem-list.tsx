import { formatCount } from '../../domain';
import { problemText } from '../import-texts';
import type { RowError } from '../rules/read-row';

const SHOWN = 8;

/** The first rows that are wrong, and why. */
export function ProblemList({ errors, total }: { errors: readonly RowError[]; total: number }) {
  const shown = errors.slice(0, SHOWN);
  const rest = total - new Set(shown.map(({ row }) => row)).size;
  return (
    <ul className="import-problems" aria-label="Problems">
      {shown.map((error, index) => (
        <li key={index}>
          <b>Row {formatCount(error.row)}</b>
          <span>{problemText(error)}</span>
        </li>
      ))}
      {rest > 0 && <li>and {formatCount(rest)} more</li>}
    </ul>
  );
}
