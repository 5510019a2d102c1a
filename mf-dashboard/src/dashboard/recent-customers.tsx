import {
  displayName,
  formatDate,
  formatMoney,
  formatShortDate,
  type IsoDate,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Avatar, MobileList, Table, Td, Th } from '@paperplane/shared/ui';
import { memo } from 'react';
import type { RecentCustomer } from './dashboard';
import { PartCard } from './part-card';
import type { FiguresProps } from './performance';
import { usePart } from './use-part';

const TITLE = 'Recent customers';

interface RecentCustomersProps extends FiguresProps {
  /** The organization's. */
  today: IsoDate;
}

/** Who bought last: links to the customer and to what they bought. */
export const RecentCustomers = memo(function RecentCustomers(props: RecentCustomersProps) {
  const { dashboard, asked, currency, today } = props;
  const part = usePart(dashboard, asked, 'recentCustomers');
  const amount = (row: RecentCustomer) => (
    <Link className="pp-tlink pp-num" to={paths.sale.href(row.saleId)}>
      {formatMoney(row.lastPurchaseAmount, { currency })}
    </Link>
  );
  const name = (row: RecentCustomer) => (
    <Link className="pp-tlink pp-trunc" to={paths.customer.href(row.id)}>
      {displayName(row)}
    </Link>
  );
  return (
    <PartCard
      title={TITLE}
      part={part}
      isEmpty={({ length }) => length === 0}
      empty="No customer data available for the selected period"
      className="c12"
    >
      {(rows) => (
        <>
          <Table
            label={TITLE}
            head={
              <>
                <Th>Customer</Th>
                <Th needs="medium">Email</Th>
                <Th>Sale date</Th>
                <Th numeric>Last purchase</Th>
              </>
            }
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <Td text>
                  <span className="pp-who">
                    <Avatar person={row} />
                    {name(row)}
                  </span>
                </Td>
                <Td text needs="medium">
                  {row.email}
                </Td>
                <Td>{formatDate(row.saleDate)}</Td>
                <Td numeric>{amount(row)}</Td>
              </tr>
            ))}
          </Table>
          {/* Two links a row here too, so these are rows of this page's own. */}
          <MobileList label={TITLE}>
            {rows.map((row) => (
              <li key={row.id}>
                <div className="pp-mrow has-media">
                  <span className="md">
                    <Avatar person={row} />
                  </span>
                  <span className="t pp-trunc">{name(row)}</span>
                  <span className="a pp-amt">{amount(row)}</span>
                  <span className="m pp-trunc">{row.email}</span>
                  <span className="p pp-muted pp-sm">{formatShortDate(row.saleDate, today)}</span>
                </div>
              </li>
            ))}
          </MobileList>
        </>
      )}
    </PartCard>
  );
});
