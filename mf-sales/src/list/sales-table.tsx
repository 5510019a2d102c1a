import {
  displayName,
  formatDate,
  formatDateRange,
  formatMoney,
  formatShortDate,
  ofGross,
  shortName,
  type IsoDate,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Avatar,
  MetaLine,
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
  /** The organization's. */
  today: IsoDate;
  /** Agents see only their own sales, so a column with their name would say nothing. */
  showAgent: boolean;
}

function Head({ sorting, showAgent }: Pick<SalesTableProps, 'sorting' | 'showAgent'>) {
  return (
    <>
      <SortTh column="bookingReference" sorting={sorting}>
        Booking
      </SortTh>
      <SortTh column="customer" sorting={sorting}>
        Customer
      </SortTh>
      <SortTh column="vendor" sorting={sorting} needs="medium">
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
      <SortTh column="commissionAmount" first="desc" sorting={sorting} numeric>
        {showAgent ? 'Commission' : 'Your share'}
      </SortTh>
      <SortTh column="totalAmount" first="desc" sorting={sorting} numeric>
        Total
      </SortTh>
    </>
  );
}

/** Gross, or what of it is the agent's own; nothing is left of a cancelled one. */
function Commission({ sale, isOwn }: { sale: Sale; isOwn: boolean }) {
  const { currency, commissionAmount, agentAmount, commissionStatus } = sale;
  return (
    <>
      <span className={commissionStatus === 'cancelled' ? 'amt pp-void' : undefined}>
        {formatMoney(isOwn ? agentAmount : commissionAmount, { currency })}
      </span>
      {isOwn && <small className="pp-muted pp-sm sale-gross">{ofGross(commissionAmount, currency)}</small>}
    </>
  );
}

function SaleRow({ sale, showAgent }: { sale: Sale; showAgent: boolean }) {
  const { currency } = sale;
  const isVoid = sale.status === 'cancelled';
  return (
    <tr className={isVoid ? 'is-void' : undefined}>
      <Td text>
        <Link className="pp-tlink pp-num pp-ref" to={paths.sale.href(sale.id)}>
          {saleName(sale)}
        </Link>
      </Td>
      <Td text>{displayName(sale.customer)}</Td>
      <Td text needs="medium">
        {sale.vendor?.name ?? 'Unknown'}
      </Td>
      {showAgent && (
        <Td text needs="medium">
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
      <Td numeric>
        <Commission sale={sale} isOwn={!showAgent} />
      </Td>
      <Td numeric>
        <span className="amt">{formatMoney(sale.totalAmount, { currency })}</span>
      </Td>
    </tr>
  );
}

function SaleItem({ sale, today }: { sale: Sale; today: IsoDate }) {
  return (
    <MobileListItem
      to={paths.sale.href(sale.id)}
      link={Link}
      title={displayName(sale.customer)}
      amount={formatMoney(sale.totalAmount, { currency: sale.currency })}
      meta={
        <>
          {sale.vendor?.name ?? 'Unknown'}
          <MetaLine text={saleName(sale)} date={formatShortDate(sale.saleDate, today)} />
        </>
      }
      pill={<StatusPill status={sale.status} />}
      isVoid={sale.status === 'cancelled'}
    />
  );
}

/** The sales of one page: a table, and on a phone a two-line list of the same. */
export function SalesTable({ sales, sorting, today, showAgent }: SalesTableProps) {
  return (
    <>
      <Table label="Sales" head={<Head sorting={sorting} showAgent={showAgent} />}>
        {sales.map((sale) => (
          <SaleRow key={sale.id} sale={sale} showAgent={showAgent} />
        ))}
      </Table>
      <MobileList label="Sales">
        {sales.map((sale) => (
          <SaleItem key={sale.id} sale={sale} today={today} />
        ))}
      </MobileList>
    </>
  );
}
