import { paths } from '@paperplane/shared/platform';
import { SearchListPage } from '../parts/search-list-page';
import { useGetVendorsQuery } from '../vendors-api';
import { vendorLook } from './vendor-look';

/** /vendors (admins): the companies the agency books with, by name. */
export default function VendorsPage() {
  return (
    <SearchListPage
      title="Vendors"
      noun="vendor"
      createTo={paths.vendorCreate.href()}
      createLabel="Add vendor"
      searchLabel="Search vendors"
      searchNote="Search looks at name and email."
      firstTitle="Add your first vendor"
      firstText="A vendor’s default rate fills in the commission of every new sale with them."
      look={vendorLook}
      useList={useGetVendorsQuery}
    />
  );
}
