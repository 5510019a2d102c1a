import { displayName, formatDate, formatDay, formatMoney, shortName } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Avatar, MobileList, MobileListItem, StatusPill, Table, Td, Th } from '@paperplane/shared/ui';
import type { CommissionListItem } from '../commission-types';

interface RowsProps {
  items: readonly CommissionListItem[];
  /** Agents see only their own commissions, so a column with their name would say nothing. */
  showAgent: boolean;
}

/** Commissions as a table, and as two-line rows on a phone. */
export function CommissionsTable({ items, showAgent }: RowsProps) {
  const head = (
    <>
      <Th>Booking</Th>
      <Th>Customer</Th>
      <Th needs="wide">Vendor</Th>
      {showAgent && <Th needs="medium">Agent</Th>}
      <Th>Sale date</Th>
      <Th>Status</Th>
      <Th numeric>Commission</Th>
      <Th numeric needs="medium">
        Payable
      </Th>
    </>
  );
  return (
    <>
      <Table label="Commissions" head={head}>
        {items.map((item) => (
          <Row key={item.id} item={item} showAgent={showAgent} />
        ))}
      </Table>
      <MobileList label="Commissions">
        {items.map((item) => (
          <MobileRow key={item.id} item={item} showAgent={showAgent} />
        ))}
      </MobileList>
    </>
  );
}

function Row({ item, showAgent }: { item: CommissionListItem; showAgent: boolean }) {
  return (
    <tr className={item.status === 'cancelled' ? 'is-void' : undefined}>
      <Td>
        <Link to={paths.commission.href(item.id)} className="pp-tlink pp-num">
          {item.bookingReference}
        </Link>
      </Td>
      <Td>{displayName(item.customer)}</Td>
      <Td needs="wide">{item.vendorName}</Td>
      {showAgent && (
        <Td needs="medium">
          <span className="pp-row">
            <Avatar person={item.agent} size="sm" />
            {shortName(item.agent)}
          </span>
        </Td>
      )}
      <Td className="pp-num">{formatDate(item.saleDate)}</Td>
      <Td>
        <StatusPill status={item.status} />
      </Td>
      <Td numeric>
        <span className="amt">{formatMoney(item.amount)}</span>
      </Td>
      <Td numeric needs="medium">
        <span className="amt">{formatMoney(item.agentAmount)}</span>
      </Td>
    </tr>
  );
}

function MobileRow({ item, showAgent }: { item: CommissionListItem; showAgent: boolean }) {
  const who = showAgent ? displayName(item.agent) : item.vendorName;
  return (
    <MobileListItem
      to={paths.commission.href(item.id)}
      link={Link}
      title={displayName(item.customer)}
      amount={formatMoney(item.amount)}
      meta={
        <>
          {item.bookingReference}
          <br />
          {who} · {formatDay(item.saleDate)}
        </>
      }
      pill={<StatusPill status={item.status} />}
      isVoid={item.status === 'cancelled'}
    />
  );
}
