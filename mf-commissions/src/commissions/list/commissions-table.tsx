import {
  commissionSum,
  describeLate,
  displayName,
  formatDate,
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
  Th,
  type Sorting,
} from '@paperplane/shared/ui';
import type { CommissionListItem } from '../commission-list';

interface RowsProps {
  items: readonly CommissionListItem[];
  /** Agents see only their own commissions, so a column with their name would say nothing. */
  showAgent: boolean;
  currency: string;
  /** In the organization's time zone. */
  today: IsoDate;
  /** Only what is overdue: the day it was due stands in place of the sale's, what is owed of it in place of the commission. */
  overdue?: boolean;
}

interface CommissionsTableProps extends RowsProps {
  sorting: Sorting;
}

type ItemProps = Omit<RowsProps, 'items'> & { item: CommissionListItem };

/** Commissions as a table, and as two-line rows on a phone. */
export function CommissionsTable({ items, sorting, ...look }: CommissionsTableProps) {
  return (
    <>
      <Table
        label="Commissions"
        head={<Head sorting={sorting} showAgent={look.showAgent} overdue={look.overdue} />}
      >
        {items.map((item) => (
          <Row key={item.id} item={item} {...look} />
        ))}
      </Table>
      <MobileList label="Commissions">
        {items.map((item) => (
          <MobileRow key={item.id} item={item} {...look} />
        ))}
      </MobileList>
    </>
  );
}

function Head({
  sorting,
  showAgent,
  overdue,
}: Pick<CommissionsTableProps, 'sorting' | 'showAgent' | 'overdue'>) {
  return (
    <>
      <SortTh column="bookingReference" sorting={sorting}>
        Booking
      </SortTh>
      <SortTh column="customer" sorting={sorting}>
        Customer
      </SortTh>
      <SortTh column="vendor" sorting={sorting} needs="wide">
        Vendor
      </SortTh>
      {showAgent && (
        <SortTh column="agent" sorting={sorting} needs="medium">
          Agent
        </SortTh>
      )}
      {overdue ? (
        <SortTh column="dueOn" sorting={sorting}>
          Due
        </SortTh>
      ) : (
        <SortTh column="saleDate" first="desc" sorting={sorting}>
          Sale date
        </SortTh>
      )}
      <SortTh column="status" sorting={sorting}>
        Status
      </SortTh>
      <SortTh column="totalAmount" first="desc" sorting={sorting} numeric>
        Sale total
      </SortTh>
      <SortTh column="amount" first="desc" sorting={sorting} numeric needs={showAgent ? undefined : 'medium'}>
        {overdue ? 'Owed' : 'Commission'}
      </SortTh>
      <Th numeric needs={showAgent ? 'wide' : undefined}>
        {showAgent ? 'Agent’s share' : 'Your share'}
      </Th>
    </>
  );
}

/** For how long the vendor's payment is overdue, whatever the agent was paid. */
function Late({ item: { owed, dueOn }, today }: Pick<ItemProps, 'item' | 'today'>) {
  return (
    owed > 0 && dueOn !== null && <small className="commission-late">{describeLate(dueOn, today)}</small>
  );
}

function Row({ item, showAgent, currency, today, overdue }: ItemProps) {
  const isVoid = item.status === 'cancelled';
  const share = formatMoney(item.agentAmount, { currency });
  return (
    <tr className={isVoid ? 'is-void' : undefined}>
      <Td text>
        <Link to={paths.commission.href(item.id)} className="pp-tlink pp-num pp-ref">
          {item.bookingReference ?? 'No reference'}
        </Link>
      </Td>
      <Td text>{displayName(item.customer)}</Td>
      <Td text needs="wide">
        {item.vendor.name}
      </Td>
      {showAgent && (
        <Td text needs="medium">
          <span className="pp-row">
            <Avatar person={item.agent} size="sm" />
            {shortName(item.agent)}
          </span>
        </Td>
      )}
      <Td className="pp-num">{formatDate(overdue ? item.dueOn : item.saleDate)}</Td>
      <Td>
        <StatusPill status={item.status} />
        <Late item={item} today={today} />
      </Td>
      <Td numeric>{formatMoney(item.totalAmount, { currency })}</Td>
      <Td numeric needs={showAgent ? undefined : 'medium'}>
        <span className={showAgent || isVoid ? 'amt' : undefined}>
          {formatMoney(overdue ? item.owed : item.amount, { currency })}
        </span>
        {overdue && item.owed < item.amount && (
          <small className="pp-muted pp-sm"> of {formatMoney(item.amount, { currency })}</small>
        )}
        {showAgent && <small className="narrow pp-muted pp-sm">{share} to the agent</small>}
      </Td>
      <Td numeric needs={showAgent ? 'wide' : undefined}>
        <span className={!showAgent || isVoid ? 'amt' : undefined}>{share}</span>
      </Td>
    </tr>
  );
}

function MobileRow({ item, showAgent, currency, today, overdue }: ItemProps) {
  const who = showAgent ? displayName(item.agent) : item.vendor.name;
  const when =
    overdue && item.dueOn
      ? `due ${formatShortDate(item.dueOn, today)}`
      : formatShortDate(item.saleDate, today);
  return (
    <MobileListItem
      to={paths.commission.href(item.id)}
      link={Link}
      title={displayName(item.customer)}
      amount={formatMoney(overdue && showAgent ? item.owed : commissionSum(item, null, showAgent), {
        currency,
      })}
      meta={
        <>
          {item.bookingReference ?? 'No reference'}
          {!showAgent && ` · ${ofGross(item.amount, currency)}`}
          <MetaLine text={who} date={when} />
        </>
      }
      pill={
        <>
          <Late item={item} today={today} />
          <StatusPill status={item.status} />
        </>
      }
      isVoid={item.status === 'cancelled'}
    />
  );
}
