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
import { AGE_LABELS, AGES, type Age, type Aging, type VendorAging } from './aging';

interface AgingTableProps {
  aging: Aging;
  currency: string;
  /** In the organization's time zone. */
  today: IsoDate;
  /** Admins ask; null for whoever may not. */
  onAsk: ((vendor: VendorAging) => void) | null;
  /** The address of the rows of a vendor, of all of them, of an age or of all. */
  toRows: (vendorId: string | null, age: Age | 'overdue') => string;
}

type RowProps = Omit<AgingTableProps, 'aging'> & { vendor: VendorAging };

/** Where there is little room the youngest and the oldest stay. */
const NEEDS: Readonly<Record<Age, ColumnNeeds | undefined>> = {
  not_due: 'medium',
  '0-30': undefined,
  '31-60': 'medium',
  '61-90': 'medium',
  '90+': undefined,
};

/** `7,464.10`: in a column whose sum carries the currency. */
const plain = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const since = (due: IsoDate | null, today: IsoDate) =>
  due === null ? '' : plural(-(daysUntil(due, today) ?? 0), 'day');

/** A figure that leads to its rows. */
function Figure({ amount, to }: { amount: number; to: string }) {
  return amount === 0 ? NO_AMOUNT : <Link to={to}>{plain.format(amount)}</Link>;
}

/** What each vendor owes, by age, as a table, and as two-line rows on a phone. */
export function AgingTable({ aging, currency, today, onAsk, toRows }: AgingTableProps) {
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const look = { currency, today, onAsk, toRows };
  return (
    <>
      <div className="pp-table-wrap">
        <table className="pp-table aging-table" aria-label="Vendors">
          <thead>
            <tr>
              <Th>Vendor</Th>
              {AGES.map((age) => (
                <Th key={age} numeric needs={NEEDS[age]}>
                  {AGE_LABELS[age].short}
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
              <td>{plural(aging.vendors.length, 'vendor')}</td>
              {AGES.map((age) => (
                <Td key={age} numeric needs={NEEDS[age]}>
                  <Figure amount={aging.amounts[age]} to={toRows(null, age)} />
                </Td>
              ))}
              <Td numeric>
                <Link to={toRows(null, 'overdue')}>{money(aging.amount)}</Link>
              </Td>
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

function Row({ vendor, currency, today, onAsk, toRows }: RowProps) {
  return (
    <tr>
      <Td text>
        <span className="pp-row aging-vendor">
          <VendorLogo vendor={vendor} size="sm" />
          <Link className="pp-tlink" to={paths.vendor.href(vendor.id)}>
            {vendor.name}
          </Link>
        </span>
      </Td>
      {AGES.map((age) => (
        <Td key={age} numeric needs={NEEDS[age]}>
          <Figure amount={vendor.buckets[age]} to={toRows(vendor.id, age)} />
        </Td>
      ))}
      <Td numeric>
        {vendor.count === 0 ? (
          NO_AMOUNT
        ) : (
          <Link
            className="amt"
            to={toRows(vendor.id, 'overdue')}
            aria-label={`${formatMoneyExact(vendor.amount, currency)}: overdue commissions of ${vendor.name}`}
          >
            {formatMoneyExact(vendor.amount, currency)}
          </Link>
        )}
      </Td>
      <Td needs="wide" className="pp-muted pp-num aging-oldest">
        {since(vendor.oldestDueOn, today)}
      </Td>
      <Td numeric className="aging-ask">
        <Ask {...{ vendor, currency, onAsk }} />
      </Td>
    </tr>
  );
}

/** The way to the e-mail; where a deposit of theirs waits it stands back behind the note that it does. */
function Ask({ vendor, currency, onAsk }: Pick<RowProps, 'vendor' | 'currency' | 'onAsk'>) {
  if (vendor.depositWaits)
    return (
      <span className="aging-waits">
        <Landmark className="pp-i pp-i-14" />
        Deposit waits
      </span>
    );
  if (!onAsk || vendor.count === 0) return null;
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

/** What is overdue, and since when; of a vendor who is not late yet what will be due. */
function MobileRow({ vendor, currency, today, onAsk, toRows }: RowProps) {
  const isLate = vendor.count > 0;
  const amount = isLate ? vendor.amount : vendor.buckets.not_due;
  return (
    <MobileListItem
      link={Link}
      title={<Link to={paths.vendor.href(vendor.id)}>{vendor.name}</Link>}
      amount={
        <Link to={toRows(vendor.id, isLate ? 'overdue' : 'not_due')}>
          {formatMoneyExact(amount, currency)}
        </Link>
      }
      meta={isLate ? `${vendor.count} overdue, oldest ${since(vendor.oldestDueOn, today)}` : 'Not due'}
      pill={<Ask {...{ vendor, currency, onAsk }} />}
    />
  );
}
