import { daysUntil, describeDays, formatDateRange, today as todayIn } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { Card, PlaneTakeoff, StatusPill } from '@paperplane/shared/ui';
import type { Trip } from '../profile';

/** "in 12 days", "under way". */
function when({ travelDate }: Trip, today: string): string {
  const days = daysUntil(travelDate, today);
  return days === null || days < 0 ? 'Under way' : describeDays(days);
}

/** Trips of a customer that have not ended; the card is not there when there are none. */
export function TravelCard({ customerId, trips }: { customerId: string; trips: readonly Trip[] }) {
  const today = todayIn(useCurrentUser().organization.timeZone);
  if (trips.length === 0) return null;
  return (
    <Card title="Upcoming travel" padded={false}>
      <ul className="customer-trips">
        {trips.map((trip) => (
          <li key={trip.id}>
            <span className="pp-tile h-blue">
              <PlaneTakeoff className="pp-i" />
            </span>
            <span className="pp-grow">
              <b className="pp-strong">{formatDateRange(trip.travelDate, trip.returnDate)}</b>
              <small className="pp-muted">
                {trip.vendor?.name ?? 'Unknown'} ·{' '}
                <Link className="pp-tlink pp-num" to={paths.sale.href(trip.id)}>
                  {trip.bookingReference}
                </Link>
                {trip.customerId !== customerId && ' · travels along'}
              </small>
            </span>
            <span className="pp-muted pp-sm customer-when">{when(trip, today)}</span>
            <StatusPill status={trip.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
