import {
  daysUntil,
  formatDate,
  formatMoneyExact,
  formatShortDate,
  NO_AMOUNT,
  plural,
  type IsoDate,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Button,
  Landmark,
  ListTable,
  Lock,
  Mail,
  MobileListItem,
  Td,
  VendorLogo,
  type ColumnNeeds,
  type ListColumn,
  type Sorting,
} from '@paperplane/shared/ui';
import { ChaseState } from '../mail/chase-state';
import { chaseWords } from '../mail/chase-words';
import type { Chase } from '../mail/mail-api';
import { sortRows, type SortValues } from '../sorting';
import { AGE_LABELS, AGES, UNDATED, UNDATED_LABEL, type Age, type Aging, type VendorAging } from './aging';

interface AgingTableProps {
  aging: Aging;
  currency: string;
  /** In the organization's time zone. */
  today: IsoDate;
  sorting: Sorting;
  /** The last e-mail that asked each; for admins. */
  chases: readonly Chase[];
  /** Admins ask; null for whoever may not. */
  onAsk: ((vendor: VendorAging) => void) | null;
  /** The address of the rows of a vendor, of all of them, of an age or of all. */
  toRows: (vendorId: string | null, age: Age | typeof UNDATED | 'overdue') => string;
}

type RowProps = Omit<AgingTableProps, 'aging' | 'sorting' | 'chases'> & {
  vendor: VendorAging;
  chase: Chase | undefined;
  /** The last day of the closed books; null for none. */
  closed: IsoDate | null;
};

/** Where there is little room the youngest and the oldest stay. */
const NEEDS: Readonly<Record<Age, ColumnNeeds | undefined>> = {
  not_due: 'medium',
  '0-30': undefined,
  '31-60': 'medium',
  '61-90': 'medium',
  '90+': undefined,
};

/** The column of an age, in an address. */
const columnOf = (age: Age) => age.replace('-', '_');

/** What each column says of a vendor; `oldest` by its due day. */
export const AGING_VALUES: SortValues<VendorAging> = {
  name: ({ name }) => name,
  ...Object.fromEntries(AGES.map((age) => [columnOf(age), ({ buckets }: VendorAging) => buckets[age]])),
  overdue: ({ amount }) => amount,
  oldest: ({ oldestDueOn }) => oldestDueOn,
  agentsPaid: ({ agentsPaid }) => agentsPaid,
};

/** The columns of figures, for the orders that a phone offers. */
export const AGING_COLUMNS = [
  { key: 'overdue', label: 'Owed' },
  { key: 'agentsPaid', label: 'Agents paid' },
  ...AGES.map((age) => ({ key: columnOf(age), label: AGE_LABELS[age].long })),
];

/** `7,464.10`: in a column whose sum carries the currency. */
const plain = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const since = (due: IsoDate | null, today: IsoDate) =>
  due === null ? '' : plural(-(daysUntil(due, today) ?? 0), 'day');

const plainOr = (amount: number) => (amount === 0 ? NO_AMOUNT : plain.format(amount));

/** A figure that leads to its rows. */
function Figure({ amount, to }: { amount: number; to: string }) {
  return amount === 0 ? NO_AMOUNT : <Link to={to}>{plain.format(amount)}</Link>;
}

/** That a deposit of theirs waits in the bank: some of it may be here. */
const Waits = () => (
  <span className="aging-waits">
    <Landmark className="pp-i pp-i-14" />
    Deposit waits
  </span>
);

const COLUMNS: readonly ListColumn[] = [
  { label: 'Vendor', sort: 'name' },
  { label: 'Oldest due', sort: 'oldest', needs: 'wide' },
  ...AGES.map((age): ListColumn => {
    return {
      label: AGE_LABELS[age].short,
      sort: columnOf(age),
      first: 'desc',
      numeric: true,
      needs: NEEDS[age],
    };
  }),
  { label: 'Owed', sort: 'overdue', first: 'desc', numeric: true },
  { label: 'Agents paid', sort: 'agentsPaid', first: 'desc', numeric: true, needs: 'wide' },
  { label: 'Ask', unseen: true },
];

/** Whether it was the e-mail that asked last: later somebody may have asked otherwise. */
const tells = (chase: Chase, { vendors }: Aging): boolean =>
  chase.askedOn >= (vendors.find(({ id }) => id === chase.vendorId)?.askedOn ?? '') || chase.followUps > 0;

/** What each vendor owes, by age, as a table, and as two-line rows on a phone. */
export function AgingTable({ aging, currency, today, sorting, chases, onAsk, toRows }: AgingTableProps) {
  const vendors = sortRows(aging.vendors, AGING_VALUES, sorting.current);
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const chaseOf = ({ id }: VendorAging) => {
    const chase = chases.find(({ vendorId }) => vendorId === id);
    return { chase: chase && tells(chase, aging) ? chase : undefined };
  };
  const look = { currency, today, closed: aging.booksClosedThrough, onAsk, toRows };
  return (
    <ListTable
      label="Vendors"
      className="aging-table"
      columns={COLUMNS}
      sorting={sorting}
      rows={vendors}
      row={(vendor) => <Row key={vendor.id} vendor={vendor} {...chaseOf(vendor)} {...look} />}
      item={(vendor) => <MobileRow key={vendor.id} vendor={vendor} {...chaseOf(vendor)} {...look} />}
      foot={
        <tr>
          <td>{plural(aging.vendors.length, 'vendor')}</td>
          <Td needs="wide" />
          {AGES.map((age) => (
            <Td key={age} numeric needs={NEEDS[age]}>
              <Figure amount={aging.amounts[age]} to={toRows(null, age)} />
            </Td>
          ))}
          <Td numeric>
            <Link to={toRows(null, 'overdue')}>{money(aging.owed.amount)}</Link>
          </Td>
          <Td numeric needs="wide">
            {plainOr(aging.owed.agentsPaid.amount)}
          </Td>
          <td />
        </tr>
      }
    />
  );
}

function Row({ vendor, chase, currency, today, closed, onAsk, toRows }: RowProps) {
  return (
    <tr>
      <Td text>
        <span className="pp-row aging-vendor">
          <VendorLogo vendor={vendor} size="sm" />
          <span>
            <Link className="pp-tlink" to={paths.vendor.href(vendor.id)}>
              {vendor.name}
            </Link>
            <small className="pp-muted pp-sm aging-beside">
              {[
                vendor.count > 0 && plural(vendor.count, 'commission'),
                !chase && vendor.askedOn && `asked ${formatShortDate(vendor.askedOn, today)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
              {vendor.depositWaits && <Waits />}
              {chase && (
                <>
                  {' · '}
                  <ChaseState chase={chase} vendor={vendor.name} today={today} />
                </>
              )}
              {vendor.buckets[UNDATED] > 0 && (
                <Link to={toRows(vendor.id, UNDATED)}>
                  {formatMoneyExact(vendor.buckets[UNDATED], currency)} without a due day
                </Link>
              )}
            </small>
          </span>
        </span>
      </Td>
      <Td needs="wide" className="pp-num aging-oldest">
        {vendor.oldestDueOn && (
          <>
            {formatDate(vendor.oldestDueOn)}
            {closed !== null && vendor.oldestDueOn <= closed && (
              <>
                <Lock className="pp-i pp-i-14" />
                <span className="pp-sr">, closed</span>
              </>
            )}
            <small className="pp-muted pp-sm aging-beside">{since(vendor.oldestDueOn, today)}</small>
          </>
        )}
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
            aria-label={`${formatMoneyExact(vendor.amount, currency)}: owed by ${vendor.name}`}
          >
            {formatMoneyExact(vendor.amount, currency)}
          </Link>
        )}
      </Td>
      <Td numeric needs="wide">
        {plainOr(vendor.agentsPaid)}
      </Td>
      <Td numeric className="aging-ask">
        <Ask {...{ vendor, currency, onAsk }} />
      </Td>
    </tr>
  );
}

/** The way to the e-mail; where a deposit of theirs waits it stands back. */
function Ask({ vendor, currency, onAsk }: Pick<RowProps, 'vendor' | 'currency' | 'onAsk'>) {
  if (!onAsk || vendor.count === 0) return null;
  if (vendor.depositWaits)
    return (
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Ask ${vendor.name} anyway, although a deposit waits`}
        onClick={() => onAsk(vendor)}
      >
        Ask anyway
      </Button>
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

/** What is overdue, and since when; of a vendor who is not late yet what will be due. */
function MobileRow({ vendor, chase, currency, today, onAsk, toRows }: RowProps) {
  const isLate = vendor.count > 0;
  const later = vendor.buckets.not_due > 0 ? 'not_due' : UNDATED;
  const amount = isLate ? vendor.amount : vendor.buckets[later];
  return (
    <MobileListItem
      link={Link}
      title={<Link to={paths.vendor.href(vendor.id)}>{vendor.name}</Link>}
      amount={
        <Link to={toRows(vendor.id, isLate ? 'overdue' : later)}>{formatMoneyExact(amount, currency)}</Link>
      }
      meta={
        isLate
          ? `${vendor.depositWaits ? 'Deposit waits' : plural(vendor.count, 'commission')}, oldest ${since(vendor.oldestDueOn, today)}${chase ? ` · ${chaseWords(chase, today)}` : ''}`
          : later === UNDATED
            ? UNDATED_LABEL
            : 'Not due'
      }
      pill={<Ask {...{ vendor, currency, onAsk }} />}
    />
  );
}
