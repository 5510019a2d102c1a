import { displayName, financialsLock, formatDate } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Avatar, Card, DescriptionList, Notice } from '@paperplane/shared/ui';
import type { SaleDetail, SaleTraveler } from '../sale';
import { saleName } from '../sale-name';

interface BookingCardProps {
  sale: SaleDetail;
  /** Vendors and people of the team have pages for admins only. */
  isAdmin: boolean;
}

/** Who travels beside the paying customer. */
function Travelers({ travelers }: { travelers: readonly SaleTraveler[] }) {
  return (
    <ul className="sale-travelers">
      {travelers.map((traveler) => (
        <li key={traveler.id}>
          <Link className="pp-link" to={paths.customer.href(traveler.id)}>
            {displayName(traveler)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The booking itself, and why its money is locked when it is. */
export function BookingCard({ sale, isAdmin }: BookingCardProps) {
  const { customer, vendor, agent } = sale;
  const lock = financialsLock(sale.status, sale.commission?.status ?? null, isAdmin);
  return (
    <Card title="Booking" className="sale-booking">
      <DescriptionList
        layout="two"
        items={[
          { term: 'Booking reference', value: <span className="pp-num">{saleName(sale)}</span> },
          { term: 'Sale date', value: formatDate(sale.saleDate) },
          {
            term: 'Customer',
            value: (
              <Link className="pp-link" to={paths.customer.href(sale.customerId)}>
                {displayName(customer)}
              </Link>
            ),
          },
          { term: 'Travel date', value: formatDate(sale.travelDate) },
          {
            term: 'Vendor',
            value: isAdmin ? (
              <Link className="pp-link" to={paths.vendor.href(sale.vendorId)}>
                {vendor.name}
              </Link>
            ) : (
              vendor.name
            ),
          },
          { term: 'Return date', value: formatDate(sale.returnDate) },
          {
            term: 'Agent',
            value: (
              <span className="pp-row">
                <Avatar person={agent} size="xs" />
                {isAdmin ? (
                  <Link className="pp-link" to={paths.teamMember.href(agent.id)}>
                    {displayName(agent)}
                  </Link>
                ) : (
                  displayName(agent)
                )}
              </span>
            ),
          },
          { term: 'Currency', value: sale.currency },
          {
            term: 'Email',
            value: customer.email && (
              <a className="pp-link" href={`mailto:${customer.email}`}>
                {customer.email}
              </a>
            ),
          },
          { term: 'Phone', value: customer.phone },
          ...(sale.travelers.length > 0
            ? [{ term: 'Travelers', value: <Travelers travelers={sale.travelers} /> }]
            : []),
        ]}
      />
      {lock && <Notice>{lock}</Notice>}
      {sale.notes && <p className="sale-notes">{sale.notes}</p>}
    </Card>
  );
}
