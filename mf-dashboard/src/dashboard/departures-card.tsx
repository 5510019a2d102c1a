import {
  daysUntil,
  describeDays,
  displayName,
  formatDateRange,
  type IsoDate,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { PlaneTakeoff } from '@paperplane/shared/ui';
import type { Departure } from './dashboard';
import { PartCard } from './part-card';
import type { PartState } from './use-part';

interface DeparturesCardProps {
  part: PartState<readonly Departure[]>;
  /** The organization's. */
  today: IsoDate;
}

/** Who of an agent's customers leaves next. */
export function DeparturesCard({ part, today }: DeparturesCardProps) {
  return (
    <PartCard
      title="Upcoming departures"
      part={part}
      isEmpty={({ length }) => length === 0}
      empty="None of your customers is about to leave"
      emptyIcon={<PlaneTakeoff className="pp-i pp-i-18" />}
      className="c6"
    >
      {(rows) => (
        <ul className="pp-list">
          {rows.map((row) => (
            <li key={row.salesId}>
              <span className="pp-grow">
                <Link className="pp-tlink pp-trunc" to={paths.sale.href(row.salesId)}>
                  {displayName({ firstName: row.customerFirstName, lastName: row.customerLastName })} ·{' '}
                  {row.bookingReference}
                </Link>
                <small className="pp-muted pp-sm">
                  {row.vendorName} · {formatDateRange(row.travelDate, row.returnDate)}
                </small>
              </span>
              <span className="pp-muted pp-sm">{describeDays(daysUntil(row.travelDate, today) ?? 0)}</span>
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}
