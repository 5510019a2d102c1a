import { today as todayIn } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useAuth,
  useCurrentUser,
  useExport,
  useListAddress,
  useRealPage,
} from '@paperplane/shared/platform';
import { NoMatch } from '@paperplane/shared/records';
import { ExportButton, ListCard, PageHead, ListPager, Segmented } from '@paperplane/shared/ui';
import { toListArgs, useListCustomersQuery } from '../customers-api';
import { ImportLink } from '@paperplane/shared/import';
import { CustomersFilters } from './customers-filters';
import { CustomersTable } from './customers-table';
import { AddCustomerLink, FirstCustomer } from './list-states';
import { isNarrowed, listSubtitle, noMatchText } from './list-texts';
import { CUSTOMERS_LIST, NO_CUSTOMER_FILTERS, OPENING } from './customers-list';
import './customers-list.css';

/** /customers (docs/product/customers.md, Customers list): everybody the agency travels with; filters live in the address, one request loads it. */
export default function CustomersPage() {
  const { isAdmin } = useAuth();
  const { currency, timeZone } = useCurrentUser().organization;
  const { query, set, to, sorting } = useListAddress(CUSTOMERS_LIST, isAdmin);
  const list = useListCustomersQuery(query);
  const exporting = useExport('export_customers', toListArgs(query));
  const { data, currentData } = list;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);

  const isNobody = currentData?.count === 0 && !query.archived && !isNarrowed(query);
  // Requested only for an empty list: where all customers are archived, the page leads to them.
  const archived = useListCustomersQuery({ ...OPENING, archived: true }, { skip: !isNobody });

  if (isNobody) {
    return (
      <main id="main" className="pp-page">
        <PageHead title="Customers" />
        {!archived.isLoading && (
          <FirstCustomer archived={archived.data?.count ?? 0} archivedTo={to({ status: 'archived' })} />
        )}
      </main>
    );
  }
  return (
    <main id="main" className="pp-page customers-list">
      <PageHead
        title="Customers"
        subtitle={listSubtitle(query, data?.count) ?? null}
        actions={
          <>
            <ImportLink to={paths.customersImport.href()} />
            <ExportButton {...exporting} />
            <AddCustomerLink />
          </>
        }
        busy={list.isFetching && data !== undefined}
      />
      <div className="pp-bar">
        <CustomersFilters {...{ query, set }} page={data} showAgent={isAdmin} />
        <Segmented
          label="State"
          link={Link}
          segments={[
            { label: 'Active', to: to({ status: '' }), active: !query.archived },
            { label: 'Archived', to: to({ status: 'archived' }), active: query.archived },
          ]}
        />
      </div>
      <ListCard
        label="Customers"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={
          <NoMatch {...noMatchText(query)} clearTo={isNarrowed(query) ? to(NO_CUSTOMER_FILTERS) : null} />
        }
      >
        {(page) => (
          <>
            <CustomersTable
              {...{ customers: page.rows, sorting, currency }}
              today={todayIn(timeZone)}
              showAgent={isAdmin}
            />
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
    </main>
  );
}
