import { displayName, formatCount, formatDate, formatMoney } from '@paperplane/shared/domain';
import { paths, useCurrentUser, useParams } from '@paperplane/shared/platform';
import { Avatar, UserRound } from '@paperplane/shared/ui';
import { useGetCustomerQuery } from '../customers-api';
import { ContactCard } from '../parts/contact-card';
import { NotesCard } from '../parts/notes-card';
import { RecordBody } from '../parts/record-body';
import { RecordFigures } from '../parts/record-figures';
import { RecordHead } from '../parts/record-head';
import { RecordGate } from '../parts/record-gate';
import { RelatedSales, type Party } from '../parts/related-sales';
import { useGetCustomerTotalsQuery, useGetSalesOfQuery } from '../sales-of-api';

const back = { to: paths.customers.href(), label: 'Customers' };
const vendor: Party = { head: 'Vendor', of: ({ vendorName }) => vendorName ?? 'Unknown' };

/** /customers/:id: contact, notes, totals and purchases; three requests that leave together. */
export default function CustomerPage() {
  const { id = '' } = useParams();
  const { currency } = useCurrentUser().organization;
  const query = useGetCustomerQuery(id);
  const totals = useGetCustomerTotalsQuery(id);
  const sales = useGetSalesOfQuery({ owner: 'customer', id });
  const sums = totals.currentData;
  const money = (amount: number | undefined) =>
    amount === undefined ? undefined : formatMoney(amount, { currency });
  return (
    <RecordGate label="Customer" back={back} query={query}>
      {(customer) => (
        <>
          <RecordHead
            media={<Avatar person={customer} size="lg" />}
            title={displayName(customer)}
            back={back}
            editTo={paths.customerEdit.href(customer.id)}
            saleFor={{ customerId: customer.id }}
          />
          <RecordBody
            figures={
              <RecordFigures
                label="Totals"
                error={totals.error}
                onRetry={() => void totals.refetch()}
                items={[
                  { label: 'Lifetime sales', value: money(sums?.totalAmount) },
                  { label: 'Trips', value: sums && formatCount(sums.salesCount) },
                  { label: 'Commission', value: money(sums?.commissionAmount) },
                  {
                    label: 'Last purchase',
                    value: sales.currentData && formatDate(sales.currentData.items[0]?.saleDate),
                  },
                ]}
              />
            }
            side={
              <>
                <ContactCard
                  email={customer.email}
                  phone={customer.phone}
                  more={[
                    {
                      icon: <UserRound className="pp-i" />,
                      text: `Customer since ${formatDate(customer.createdAt)}`,
                    },
                  ]}
                />
                <NotesCard notes={customer.notes} />
              </>
            }
          >
            <RelatedSales
              title="Purchases"
              party={vendor}
              emptyText="What they book appears here, newest first."
              currency={currency}
              query={sales}
            />
          </RecordBody>
        </>
      )}
    </RecordGate>
  );
}
