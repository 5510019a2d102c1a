import {
  displayName,
  formatDate,
  formatDateRange,
  formatDay,
  formatMoney,
  shortName,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Avatar, MobileList, MobileListItem, StatusPill, Table, Td, Th } from '@paperplane/shared/ui';
import type { Sale } from '../sale';
import { saleName } from '../sale-name';

const head = (
  <>
    <Th>Booking</Th>
    <Th>Customer</Th>
    <Th>Vendor</Th>
    <Th needs="medium">Agent</Th>
    <Th sorted="desc">Sale date</Th>
    <Th needs="wide">Travel</Th>
    <Th>Status</Th>
    <Th numeric needs="medium">
      Commission
    </Th>
    <Th numeric>Total</Th>
  </>
);

function SaleRow({ sale }: { sale: Sale }) {
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
      <Td needs="medium">
        <span className="pp-row">
          <Avatar person={sale.agent} size="sm" />
          {shortName(sale.agent)}
        </span>
      </Td>
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
export function SalesTable({ sales }: { sales: readonly Sale[] }) {
  return (
    <>
      <Table label="Sales" head={head}>
        {sales.map((sale) => (
          <SaleRow key={sale.id} sale={sale} />
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
