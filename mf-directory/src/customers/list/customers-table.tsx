import {
  displayName,
  formatCount,
  formatDate,
  formatMoney,
  formatShortDate,
  type IsoDate,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Avatar,
  Badge,
  ListTable,
  MediaObject,
  MobileListItem,
  Td,
  type ListTableProps,
  type Sorting,
} from '@paperplane/shared/ui';
import type { CustomerListItem } from '../customer';

interface CustomersTableProps {
  customers: readonly CustomerListItem[];
  sorting: Sorting;
  currency: string;
  /** The organization's. */
  today: IsoDate;
  /** Agents see only their own sales, so a column with their name would say nothing. */
  showAgent: boolean;
}

/** How many tags stand beside a name. */
const TAGS = 2;

const none = <span className="pp-muted">–</span>;

const columns = (showAgent: boolean): ListTableProps<CustomerListItem>['columns'] => [
  { label: 'Customer', sort: 'name' },
  { label: 'Phone', needs: 'medium' },
  showAgent && { label: 'Agent', needs: 'medium' },
  { label: 'Last purchase', sort: 'lastSaleDate', first: 'desc' },
  { label: 'Trips', sort: 'salesCount', first: 'desc', numeric: true },
  { label: 'Lifetime sales', sort: 'totalAmount', first: 'desc', numeric: true },
];

function Tags({ tags }: { tags: readonly string[] }) {
  const more = tags.length - TAGS;
  return (
    <span className="customers-tags">
      {tags.slice(0, TAGS).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {more > 0 && (
        <Badge>
          +{more}
          <span className="pp-sr"> more tags</span>
        </Badge>
      )}
    </span>
  );
}

type RowProps = Omit<CustomersTableProps, 'customers' | 'sorting'> & { customer: CustomerListItem };

function CustomerRow({ customer, currency, showAgent }: RowProps) {
  const { agent, tags } = customer;
  return (
    <tr>
      <Td text>
        <MediaObject
          media={<Avatar person={customer} size="md" />}
          name={
            <>
              <Link className="pp-tlink" to={paths.customer.href(customer.id)}>
                {displayName(customer)}
              </Link>
              {tags.length > 0 && <Tags tags={tags} />}
            </>
          }
          meta={customer.email}
        />
      </Td>
      <Td text needs="medium" className="pp-num">
        {customer.phone ?? none}
      </Td>
      {showAgent && (
        <Td text needs="medium">
          {agent ? (
            <span className="pp-row">
              <Avatar person={agent} size="sm" />
              {displayName(agent)}
            </span>
          ) : (
            none
          )}
        </Td>
      )}
      <Td className="pp-num">{customer.lastSaleDate ? formatDate(customer.lastSaleDate) : none}</Td>
      <Td numeric>{formatCount(customer.salesCount)}</Td>
      <Td numeric>
        <span className="amt">{formatMoney(customer.totalAmount, { currency })}</span>
      </Td>
    </tr>
  );
}

function CustomerItem({ customer, currency, today }: Pick<RowProps, 'customer' | 'currency' | 'today'>) {
  const { lastSaleDate } = customer;
  return (
    <MobileListItem
      to={paths.customer.href(customer.id)}
      link={Link}
      media={<Avatar person={customer} size="md" />}
      title={displayName(customer)}
      amount={formatMoney(customer.totalAmount, { currency })}
      meta={customer.email ?? customer.phone ?? 'No contact details'}
      pill={lastSaleDate && <small className="pp-muted pp-sm">{formatShortDate(lastSaleDate, today)}</small>}
    />
  );
}

/** The customers of one page: a table, and on a phone a two-line list of the same. */
export function CustomersTable({ customers, sorting, currency, today, showAgent }: CustomersTableProps) {
  return (
    <ListTable
      label="Customers"
      columns={columns(showAgent)}
      sorting={sorting}
      rows={customers}
      row={(customer) => <CustomerRow key={customer.id} {...{ customer, currency, today, showAgent }} />}
      item={(customer) => <CustomerItem key={customer.id} {...{ customer, currency, today }} />}
    />
  );
}
