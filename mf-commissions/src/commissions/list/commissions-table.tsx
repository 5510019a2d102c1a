import {
  commissionSum,
  describeLate,
  displayName,
  formatDate,
  formatMoneyExact,
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
  /** Only what can be paid now: of the shares that much stands in their place. */
  ready?: boolean;
}

interface CommissionsTableProps extends RowsProps {
  sorting: Sorting;
}

type ItemProps = Omit<RowsProps, 'items'> & { item: CommissionListItem };

const columns = ({
  showAgent,
  overdue,
  ready,
}: Omit<ItemProps, 'item'>): ListTableProps<CommissionListItem>['columns'] => [
  { label: 'Booking', sort: 'bookingReference' },
  { label: 'Customer', sort: 'customer' },
  { label: 'Vendor', sort: 'vendor', needs: 'wide' },
  showAgent && { label: 'Agent', sort: 'agent', needs: 'medium' },
  overdue ? { label: 'Due', sort: 'dueOn' } : { label: 'Sale date', sort: 'saleDate', first: 'desc' },
  { label: 'Status', sort: 'status' },
  { label: 'Sale total', sort: 'totalAmount', first: 'desc', numeric: true },
  {
    ...{ label: overdue ? 'Owed' : 'Commission', sort: 'amount', first: 'desc', numeric: true },
    needs: showAgent ? undefined : 'medium',
  },
  {
    ...{ label: ready ? 'Ready to pay' : showAgent ? 'Agent’s share' : 'Your share', numeric: true },
    needs: showAgent ? 'wide' : undefined,
  },
];

/** Commissions as a table, and as two-line rows on a phone. */
export function CommissionsTable({ items, sorting, ...look }: CommissionsTableProps) {
  return (
    <ListTable
      label="Commissions"
      columns={columns(look)}
      sorting={sorting}
      rows={items}
      row={(item) => <Row key={item.id} item={item} {...look} />}
      item={(item) => <MobileRow key={item.id} item={item} {...look} />}
    />
  );
}

/** For how long the vendor's payment is overdue, whatever the agent was paid. */
function Late({ item: { owed, dueOn }, today }: Pick<ItemProps, 'item' | 'today'>) {
  return (
    owed > 0 && dueOn !== null && <small className="commission-late">{describeLate(dueOn, today)}</small>
  );
}

/** What the amount beside the gross commission is. */
const shareWords = ({ divided }: CommissionListItem, ready = false) =>
  ready ? 'ready to pay' : divided ? 'to the agents' : 'to the agent';

function Row({ item, showAgent, currency, today, overdue, ready }: ItemProps) {
  const isVoid = item.status === 'cancelled';
  const share = formatMoneyExact(item.agentAmount, currency);
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
      <Td numeric>{formatMoneyExact(item.totalAmount, currency)}</Td>
      <Td numeric needs={showAgent ? undefined : 'medium'}>
        <span className={showAgent || isVoid ? 'amt' : undefined}>
          {formatMoneyExact(overdue ? item.owed : item.amount, currency)}
        </span>
        {overdue && item.owed < item.amount && (
          <small className="pp-muted pp-sm"> of {formatMoneyExact(item.amount, currency)}</small>
        )}
        {showAgent && (
          <small className="narrow pp-muted pp-sm">
            {share} {shareWords(item, ready)}
          </small>
        )}
      </Td>
      <Td numeric needs={showAgent ? 'wide' : undefined}>
        {item.divided && <small className="pp-muted pp-sm">divided </small>}
        <span className={!showAgent || isVoid ? 'amt' : undefined}>{share}</span>
      </Td>
    </tr>
  );
}

function MobileRow({ item, showAgent, currency, today, overdue, ready }: ItemProps) {
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
      amount={formatMoneyExact(
        overdue && showAgent ? item.owed : commissionSum(item, ready ? 'ready' : null, showAgent),
        currency,
      )}
      meta={
        <>
          {item.bookingReference ?? 'No reference'}
          {(!showAgent || (ready && !overdue)) && ` · ${ofGross(item.amount, currency, true)}`}
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
