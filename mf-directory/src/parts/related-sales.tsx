import { formatCount, formatDate, formatDateRange, formatMoney } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Card, EmptyState, ListTable, MobileListItem, StatusPill, Td, Ticket } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { LatestSales, RelatedSale } from './latest-sales';
import './record.css';

/** The other side of each sale: for a customer the vendor, for a vendor or an agent the customer. */
export interface Party {
  head: string;
  of: (sale: RelatedSale) => string;
}

export interface RelatedSalesProps {
  /** "Purchases". */
  title: string;
  party: Party;
  emptyText: string;
  currency: string;
  /** Right of the title: a link to all of them. */
  action?: ReactNode;
  sales: LatestSales;
  /** Amounts with cents: on the pages of those with whom money is settled. */
  cents?: boolean;
}

const reference = (sale: RelatedSale): string => sale.bookingReference ?? 'No reference';

/** Travel dates, or an en dash when none are set. */
const travel = ({ travelDate, returnDate }: RelatedSale): string =>
  travelDate || returnDate ? formatDateRange(travelDate, returnDate) : '–';

/** The newest visible sales of a record, each linking to its sale, and how many there are: the cancelled ones apart, as in every figure. */
export function RelatedSales({
  title,
  party,
  emptyText,
  currency,
  action,
  sales,
  cents = false,
}: RelatedSalesProps) {
  const heading = (
    <>
      {title}{' '}
      {sales.count > 0 && <span className="pp-tag record-count">{formatCount(sales.activeCount)}</span>}
      {sales.cancelledCount > 0 && (
        <small className="pp-muted pp-sm record-cancelled">
          {' '}
          and {formatCount(sales.cancelledCount)} cancelled
        </small>
      )}
    </>
  );
  return (
    <Card title={heading} action={action} padded={false}>
      {sales.rows.length === 0 ? (
        <EmptyState kind="small" title="No sales yet" icon={<Ticket className="pp-i pp-i-20" />}>
          {emptyText}
        </EmptyState>
      ) : (
        <Rows {...{ title, party, currency, cents }} sales={sales.rows} />
      )}
    </Card>
  );
}

function Rows({
  title,
  party,
  currency,
  cents,
  sales,
}: Pick<RelatedSalesProps, 'title' | 'party' | 'currency' | 'cents'> & { sales: readonly RelatedSale[] }) {
  const amount = (sale: RelatedSale) => formatMoney(sale.totalAmount, { currency, cents });
  return (
    <ListTable
      label={title}
      columns={[
        { label: 'Booking' },
        { label: party.head },
        { label: 'Travel' },
        { label: 'Sale date', needs: 'wide' },
        { label: 'Status' },
        { label: 'Total', numeric: true },
      ]}
      rows={sales}
      row={(sale) => (
        <tr key={sale.id} className={sale.status === 'cancelled' ? 'is-void' : undefined}>
          <Td text>
            <Link className="pp-tlink pp-num" to={paths.sale.href(sale.id)}>
              {reference(sale)}
            </Link>
          </Td>
          <Td text>{party.of(sale)}</Td>
          <Td text className="pp-muted">
            {travel(sale)}
          </Td>
          <Td needs="wide">{formatDate(sale.saleDate)}</Td>
          <Td>
            <StatusPill status={sale.status} />
          </Td>
          <Td numeric>
            <span className="amt">{amount(sale)}</span>
          </Td>
        </tr>
      )}
      item={(sale) => (
        <MobileListItem
          key={sale.id}
          to={paths.sale.href(sale.id)}
          link={Link}
          title={party.of(sale)}
          amount={amount(sale)}
          meta={`${reference(sale)} · ${formatDate(sale.saleDate)}`}
          pill={<StatusPill status={sale.status} />}
          isVoid={sale.status === 'cancelled'}
        />
      )}
    />
  );
}
