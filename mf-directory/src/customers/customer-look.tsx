import { displayName, formatDate } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Avatar, Who } from '@paperplane/shared/ui';
import type { CustomerListItem } from '../customers-api';
import type { ListLook } from '../parts/directory-list';

/** How customers show in a list. */
export const customerLook: ListLook<CustomerListItem> = {
  columns: [
    {
      head: 'Customer',
      cell: (customer) => (
        <Who
          media={<Avatar person={customer} size="md" />}
          name={
            <Link className="pp-tlink" to={paths.customer.href(customer.id)}>
              {displayName(customer)}
            </Link>
          }
          meta={customer.email}
        />
      ),
    },
    {
      head: 'Phone',
      cell: ({ phone }) =>
        phone ? <span className="pp-num">{phone}</span> : <span className="pp-muted">–</span>,
    },
    {
      head: 'Customer since',
      numeric: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
  ],
  row: (customer) => ({
    to: paths.customer.href(customer.id),
    media: <Avatar person={customer} size="md" />,
    title: displayName(customer),
    meta: customer.email ?? customer.phone ?? 'No contact details',
  }),
};
