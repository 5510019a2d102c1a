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
  ListTable,
  MetaLine,
  MobileListItem,
  StatusPill,
  Td,
  type ListTableProps,
  type Sorting,
} from '@paperplane/shared/ui';
import type { Sale } from '../sale';
import { saleName } from '../sale-name';

interface SalesTableProps {
  sales: readonly Sale[];
  /** Without it the rows stand as they came. */
  sorting?: Sorting;
  /** The organization's. */
  today: IsoDate;
  /** Agents see only their own sales, so a column with their name would say nothing. */
  showAgent: boolean;
  /** All of one vendor and one trip, beside what is said of them: neither has a column. */
  inGroup?: boolean;
}

const columns = (showAgent: boolean, inGroup: boolean): ListTableProps<Sale>['columns'] => [
  { label: 'Booking', sort: 'bookingReference' },
  { label: 'Customer', sort: 'customer' },
  !inGroup && { label: 'Vendor', sort: 'vendor', needs: 'medium' },
  showAgent && { label: 'Agent', sort: 'agent', needs: 'medium' },
  { label: 'Sale date', sort: 'saleDate', first: 'desc' },
  !inGroup && { label: 'Travel', sort: 'travelDate', first: 'desc', needs: 'wide' },
  { label: 'Status', sort: 'status' },
  { label: showAgent ? 'Commission' : 'Your share', sort: 'commissionAmount', first: 'desc', numeric: true },
  { label: 'Total', sort: 'totalAmount', first: 'desc', numeric: true },
];

/** Gross, or what of it is the agent's own; nothing is left of a cancelled one. */
function Commission({ sale, isOwn }: { sale: Sale; isOwn: boolean }) {
  const { currency, commissionAmount, commission } = sale;
  return (
    <>
      <span className={commission.status === 'cancelled' ? 'amt pp-void' : undefined}>
        {formatMoney(isOwn ? commission.agentAmount : commissionAmount, { currency })}
      </span>
      {isOwn && <small className="pp-muted pp-sm sale-gross">{ofGross(commissionAmount, currency)}</small>}
    </>
  );
}

function SaleRow({ sale, showAgent, inGroup }: { sale: Sale; showAgent: boolean; inGroup: boolean }) {
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
      {!inGroup && (
        <Td text needs="medium">
          {sale.vendor.name}
        </Td>
      )}
      {showAgent && (
        <Td text needs="medium">
          <span className="pp-row">
            <Avatar person={sale.agent} size="sm" />
            {shortName(sale.agent)}
          </span>
        </Td>
      )}
      <Td className="pp-num">{formatDate(sale.saleDate)}</Td>
      {!inGroup && (
        <Td needs="wide" className="pp-muted pp-num">
          {formatDateRange(sale.travelDate, sale.returnDate)}
        </Td>
      )}
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
          {sale.vendor.name}
          <MetaLine text={saleName(sale)} date={formatShortDate(sale.saleDate, today)} />
        </>
      }
      pill={<StatusPill status={sale.status} />}
      isVoid={sale.status === 'cancelled'}
    />
  );
}

/** The sales of one page: a table, and on a phone a two-line list of the same. */
export function SalesTable({ sales, sorting, today, showAgent, inGroup = false }: SalesTableProps) {
  return (
    <ListTable
      label="Sales"
      columns={columns(showAgent, inGroup)}
      sorting={sorting}
      rows={sales}
      row={(sale) => <SaleRow key={sale.id} sale={sale} showAgent={showAgent} inGroup={inGroup} />}
      item={(sale) => <SaleItem key={sale.id} sale={sale} today={today} />}
    />
  );
}
