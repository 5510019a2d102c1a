import { Link, paths } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useCreateVendorMutation } from '../vendors-api';
import { RecordForm } from '../parts/record-form';
import { useSaved } from '../parts/use-saved';
import { vendorForm, vendorTexts } from './vendor-form';

/** /vendors/create */
export default function VendorCreatePage() {
  const [create] = useCreateVendorMutation();
  const saved = useSaved();
  return (
    <main id="main" className="pp-page">
      <PageHead title="Add vendor" back={{ to: paths.vendors.href(), label: 'Vendors' }} link={Link} />
      <RecordForm
        spec={vendorForm}
        initial={vendorTexts()}
        save={async (input) => {
          const { id } = await create(input).unwrap();
          saved(paths.vendor.href(id), 'Vendor added', input.name);
        }}
        submitLabel="Add vendor"
        purpose="add this vendor"
        failedTitle="Vendor not added"
        cancelTo={paths.vendors.href()}
        note="A name is enough to record a sale. The default rate fills in the commission of new sales."
      />
    </main>
  );
}
