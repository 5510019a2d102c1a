import { paths } from '@paperplane/shared/platform';
import { useGetCustomersQuery } from '../customers-api';
import { SearchListPage } from '../parts/search-list-page';
import { customerLook } from './customer-look';

/** /customers: everybody the agency travels with, by name. */
export default function CustomersPage() {
  return (
    <SearchListPage
      title="Customers"
      noun="customer"
      createTo={paths.customerCreate.href()}
      createLabel="Add customer"
      searchLabel="Search name or email"
      searchNote="Search looks at first name, last name and email."
      firstTitle="Add your first customer"
      firstText="Keep their contact details in one place, and every trip they book with you beside them."
      look={customerLook}
      useList={useGetCustomersQuery}
    />
  );
}
