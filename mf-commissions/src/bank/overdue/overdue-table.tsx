import { daysUntil, formatMoneyExact, NO_AMOUNT, plural, type IsoDate } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Button,
  Landmark,
  Mail,
  MobileList,
  MobileListItem,
  Td,
  Th,
  VendorLogo,
  type ColumnNeeds,
} from '@paperplane/shared/ui';
import { BUCKETS, BUCKET_LABELS, type Aging, type Bucket, type VendorAging } from './aging';

interface OverdueTableProps {
  aging: Aging;
  currency: string;
  /** In the organization's time zone. */
  today: IsoDate;
  onAsk: (vendor: VendorAging) => void;
}

type RowProps = Omit<OverdueTableProps, 'aging'> & { vendor: VendorAging };

/** Where there is little room the youngest and the oldest stay. */
const NEEDS: Readonly<Record<Bucket, ColumnNeeds | undefined>> = {
  '0-30': undefined,
  '31-60': 'medium',
  '61-90': 'medium',
  '90+': undefined,
};

const plain = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `7,464.10`: in a column whose sum carries the currency. */
const figure = (amount: number) => (amount === 0 ? NO_AMOUNT : plain.format(amount));

const age = (due: IsoDate, today: IsoDate) => plural(-(daysUntil(due, today) ?? 0), 'day');

const overdueOf = ({ id }: VendorAging) =>
  paths.commissions.href({ vendorId: id, overdue: 'true', sort: 'dueOn', dir: 'asc' });

/** What each vendor owes, by age, as a table, and as two-line rows on a phone. */
export function OverdueTable({ aging, currency, today, onAsk }: OverdueTableProps) {
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const look = { currency, today, onAsk };
  return (
    <>
      <div className="pp-table-wrap">
        <table className="pp-table overdue-table" aria-label="Vendors">
          <thead>
            <tr>
              <Th>Vendor</Th>
              {BUCKETS.map((bucket) => (
                <Th key={bucket} numeric needs={NEEDS[bucket]}>
                  {BUCKET_LABELS[bucket].short}
                </Th>
              ))}
              <Th numeric>Overdue</Th>
              <Th needs="wide">Oldest</Th>
              <Th>
                <span className="pp-sr">Ask</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {aging.vendors.map((vendor) => (
              <Row key={vendor.id} vendor={vendor} {...look} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{plural(aging.count, 'vendor')}</td>
              {BUCKETS.map((bucket) => (
                <Td key={bucket} numeric needs={NEEDS[bucket]}>
                  {figure(aging.amounts[bucket])}
                </Td>
              ))}
              <Td numeric>{money(aging.amount)}</Td>
              <Td needs="wide" />
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      <MobileList label="Vendors">
        {aging.vendors.map((vendor) => (
          <MobileRow key={vendor.id} vendor={vendor} {...look} />
        ))}
      </MobileList>
    </>
  );
}

function Row({ vendor, currency, today, onAsk }: RowProps) {
  return (
    <tr>
      <Td text>
        <span className="pp-row overdue-vendor">
          <VendorLogo vendor={vendor} size="sm" />
          <Link className="pp-tlink" to={paths.vendor.href(vendor.id)}>
            {vendor.name}
          </Link>
        </span>
      </Td>
      {BUCKETS.map((bucket) => (
        <Td key={bucket} numeric needs={NEEDS[bucket]}>
          {figure(vendor.buckets[bucket])}
        </Td>
      ))}
      <Td numeric>
        <Link
          className="amt"
          to={overdueOf(vendor)}
          aria-label={`${formatMoneyExact(vendor.amount, currency)}: overdue commissions of ${vendor.name}`}
        >
          {formatMoneyExact(vendor.amount, currency)}
        </Link>
      </Td>
      <Td needs="wide" className="pp-muted pp-num overdue-oldest">
        {age(vendor.oldestDueOn, today)}
      </Td>
      <Td numeric className="overdue-ask">
        <Ask {...{ vendor, currency, onAsk }} />
      </Td>
    </tr>
  );
}

/** The way to the e-mail; where a deposit of theirs waits it stands back behind the note that it does. */
function Ask({ vendor, currency, onAsk }: Omit<RowProps, 'today'>) {
  if (vendor.depositWaits)
    return (
      <span className="overdue-waits">
        <Landmark className="pp-i pp-i-14" />
        Deposit waits
      </span>
    );
  return (
    <Button
      variant="outline"
      size="sm"
      icon={<Mail className="pp-i pp-i-14" />}
      aria-label={`Ask ${vendor.name} for ${formatMoneyExact(vendor.amount, currency)}`}
      onClick={() => onAsk(vendor)}
    >
      Ask
    </Button>
  );
}

function MobileRow({ vendor, currency, today, onAsk }: RowProps) {
  return (
    <MobileListItem
      link={Link}
      title={<Link to={paths.vendor.href(vendor.id)}>{vendor.name}</Link>}
      amount={<Link to={overdueOf(vendor)}>{formatMoneyExact(vendor.amount, currency)}</Link>}
      meta={`${vendor.count} overdue, oldest ${age(vendor.oldestDueOn, today)}`}
      pill={<Ask {...{ vendor, currency, onAsk }} />}
    />
  );
}
