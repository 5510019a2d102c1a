import { Link } from '@paperplane/shared/platform';
import { ChevronLeft, ChevronRight } from '@paperplane/shared/ui';

/** Years that can be asked for. */
const FIRST = 2000;

interface YearNavProps {
  year: number;
  thisYear: number;
  to: (year: number) => string;
}

/** The year that is shown, with the one before it and, until today, the one after it. */
export function YearNav({ year, thisYear, to }: YearNavProps) {
  return (
    <nav className="tax-year" aria-label="Year">
      {year > FIRST && (
        <Link to={to(year - 1)} aria-label={`${year - 1}`} className="pp-iconbtn">
          <ChevronLeft className="pp-i" />
        </Link>
      )}
      <b aria-current="true">{year}</b>
      {year < thisYear ? (
        <Link to={to(year + 1)} aria-label={`${year + 1}`} className="pp-iconbtn">
          <ChevronRight className="pp-i" />
        </Link>
      ) : (
        <span className="tax-year-gap" />
      )}
    </nav>
  );
}
