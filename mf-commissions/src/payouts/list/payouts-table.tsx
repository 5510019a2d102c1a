import {
  displayName,
  formatDate,
  formatMoneyExact,
  formatShortDate,
  NO_AMOUNT,
  plural,
  type IsoDate,
} from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { Avatar, ListTable, MobileListItem, StatusPill, Td, type ListColumn } from '@paperplane/shared/ui';
import { signedMoney } from '../parts/payout-words';
import type { PayoutRow } from '../payout-types';

interface RowsProps {
  items: readonly PayoutRow[];
  currency: string;
  /** In the organization's time zone. */
  today: IsoDate;
}

type ItemProps = Omit<RowsProps, 'items'> & { item: PayoutRow };

const COLUMNS: readonly ListColumn[] = [
  { label: 'Payout' },
  { label: 'Status' },
  { label: 'Agents', numeric: true },
  { label: 'Commissions', numeric: true },
  { label: 'Adjustments', numeric: true, needs: 'medium' },
  { label: 'Total', numeric: true },
  { label: 'Paid on' },
  { label: 'By', needs: 'wide' },
];

/** Payouts as a table, and as two-line rows on a phone. */
export function PayoutsTable({ items, ...look }: RowsProps) {
  return (
    <div className="payouts-table">
      <ListTable
        label="Payouts"
        columns={COLUMNS}
        rows={items}
        row={(item) => <Row key={item.id} item={item} {...look} />}
        item={(item) => <MobileRow key={item.id} item={item} {...look} />}
      />
    </div>
  );
}

function Row({ item, currency, today }: ItemProps) {
  const isDiscarded = item.status === 'discarded';
  return (
    <tr>
      <Td text>
        <Link to={paths.payout.href(item.id)} className="pp-tlink">
          {item.name}
        </Link>
      </Td>
      <Td>
        <StatusPill status={item.status} />
      </Td>
      <Td numeric>{isDiscarded ? NO_AMOUNT : item.agents}</Td>
      <Td numeric>{isDiscarded ? NO_AMOUNT : item.commissions}</Td>
      <Td numeric needs="medium">
        {signedMoney(item.adjustmentAmount)}
      </Td>
      <Td numeric>
        <span className="amt">{isDiscarded ? NO_AMOUNT : formatMoneyExact(item.amount, currency)}</span>
      </Td>
      <Td className="pp-num payouts-day">
        {item.paidOn ? (
          formatDate(item.paidOn)
        ) : !isDiscarded && item.plannedOn ? (
          <>
            {formatShortDate(item.plannedOn, today)}
            <small>planned</small>
          </>
        ) : (
          NO_AMOUNT
        )}
      </Td>
      <Td needs="wide">
        <Who item={item} today={today} />
      </Td>
    </tr>
  );
}

/** Who paid or planned it; of a discarded one when that was. */
function Who({ item: { status, by, discardedAt }, today }: Pick<ItemProps, 'item' | 'today'>) {
  const { timeZone } = useCurrentUser().organization;
  if (status === 'discarded')
    return <span className="pp-muted">Discarded {formatShortDate(discardedAt, today, timeZone)}</span>;
  return (
    (status === 'paid' || status === 'scheduled') &&
    by && (
      <span className="pp-row">
        <Avatar person={by} size="sm" />
        {displayName(by)}
      </span>
    )
  );
}

function MobileRow({ item, currency, today }: ItemProps) {
  const { timeZone } = useCurrentUser().organization;
  const isDiscarded = item.status === 'discarded';
  const day = item.paidOn ?? item.plannedOn;
  return (
    <MobileListItem
      to={paths.payout.href(item.id)}
      link={Link}
      title={item.name}
      amount={isDiscarded ? NO_AMOUNT : formatMoneyExact(item.amount, currency)}
      meta={
        isDiscarded
          ? `Discarded ${formatShortDate(item.discardedAt, today, timeZone)}`
          : [plural(item.agents, 'agent'), day && formatShortDate(day, today)].filter(Boolean).join(' · ')
      }
      pill={<StatusPill status={item.status} />}
    />
  );
}
