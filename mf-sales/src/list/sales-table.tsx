import {
  displayName,
  formatDate,
  formatDateRange,
  formatDay,
  formatMoney,
  shortName,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Avatar,
  MobileList,
  MobileListItem,
  SortTh,
  StatusPill,
  Table,
  Td,
  type Sorting,
} from '@paperplane/shared/ui';
import type { Sale } from '../sale';
import { saleName } from '../sale-name';

interface SalesTableProps {
  sales: readonly Sale[];
  sorting: Sorting;
  /** Agents see only their own sales, so a column with their name would say nothing. */
  showAgent: boolean;
}

function Head({ sorting, showAgent }: Omit<SalesTableProps, 'sales'>) {
  return (
    <>
      <SortTh column="bookingReference" sorting={sorting}>
        Booking
      </SortTh>
      <SortTh column="customer" sorting={sorting}>
        Customer
      </SortTh>
      <SortTh column="vendor" sorting={sorting}>
        Vendor
      </SortTh>
      {showAgent && (
        <SortTh column="agent" sorting={sorting} needs="medium">
          Agent
        </SortTh>
      )}
      <SortTh column="saleDate" first="desc" sorting={sorting}>
        Sale date
      </SortTh>
      <SortTh column="travelDate" first="desc" sorting={sorting} needs="wide">
        Travel
      </SortTh>
      <SortTh column="status" sorting={sorting}>
        Status
      </SortTh>
      <SortTh column="commissionAmount" first="desc" sorting={sorting} numeric needs="medium">
        Commission
      </SortTh>
      <SortTh column="totalAmount" first="desc" sorting={sorting} numeric>
        Total
      </SortTh>
    </>
  );
}

function SaleRow({ sale, showAgent }: { sale: Sale; showAgent: boolean }) {
  const { currency } = sale;
  const isVoid = sale.status === 'cancelled';
  return (
    <tr className={isVoid ? 'is-void' : undefined}>
      <Td>
        <Link className="pp-tlink pp-num pp-ref" to={paths.sale.href(sale.id)}>
          {saleName(sale)}
        </Link>
      </Td>
      <Td>{displayName(sale.customer)}</Td>
      <Td>{sale.vendor?.name ?? 'Unknown'}</Td>
      {showAgent && (
        <Td needs="medium">
          <span className="pp-row">
            <Avatar person={sale.agent} size="sm" />
            {shortName(sale.agent)}
          </span>
        </Td>
      )}
      <Td className="pp-num">{formatDate(sale.saleDate)}</Td>
      <Td needs="wide" className="pp-muted pp-num">
        {formatDateRange(sale.travelDate, sale.returnDate)}
      </Td>
      <Td>
        <StatusPill status={sale.status} />
      </Td>
      <Td numeric needs="medium">
        <span className={isVoid ? 'amt' : undefined}>{formatMoney(sale.commissionAmount, { currency })}</span>
      </Td>
      <Td numeric>
        <span className="amt">{formatMoney(sale.totalAmount, { currency })}</span>
      </Td>
    </tr>
  );
}

function SaleItem({ sale }: { sale: Sale }) {
  return (
    <MobileListItem
      to={paths.sale.href(sale.id)}
      link={Link}
      title={displayName(sale.customer)}
      amount={formatMoney(sale.totalAmount, { currency: sale.currency })}
      meta={
        <>
          {sale.vendor?.name ?? 'Unknown'}
          <br />
          {saleName(sale)} · {formatDay(sale.saleDate)}
        </>
      }
      pill={<StatusPill status={sale.status} />}
      isVoid={sale.status === 'cancelled'}
    />
  );
}

/** The sales of one page: a table, and on a phone a two-line list of the same. */
export function SalesTable({ sales, sorting, showAgent }: SalesTableProps) {
  return (
    <>
      <Table label="Sales" head={<Head sorting={sorting} showAgent={showAgent} />}>
        {sales.map((sale) => (
          <SaleRow key={sale.id} sale={sale} showAgent={showAgent} />
        ))}
      </Table>
      <MobileList label="Sales">
        {sales.map((sale) => (
          <SaleItem key={sale.id} sale={sale} />
        ))}
      </MobileList>
    </>
  );
}
