import { formatCount } from '@paperplane/shared/domain';
import type { RowError } from '../rules/read-row';

const SHOWN = 8;

/** The first rows that are wrong, and why. */
export function ProblemList({ errors, total }: { errors: readonly RowError[]; total: number }) {
  const shown = errors.slice(0, SHOWN);
  const rest = total - new Set(shown.map(({ row }) => row)).size;
  return (
    <ul className="import-problems" aria-label="Problems">
      {shown.map(({ row, field, message }, index) => (
        <li key={index}>
          <b>Row {formatCount(row)}</b>
          <span>
            {field && `${field}: `}
            {message}
          </span>
        </li>
      ))}
      {rest > 0 && <li>and {formatCount(rest)} more</li>}
    </ul>
  );
}
