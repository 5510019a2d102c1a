import { Link, paths } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useSaved } from '../parts/use-saved';
import { useSaveVendorMutation } from '../vendors-api';
import { VendorForm } from './vendor-form';

/** /vendors/create */
export default function VendorCreatePage() {
  const [save] = useSaveVendorMutation();
  const saved = useSaved();
  return (
    <main id="main" className="pp-page">
      <PageHead title="Add vendor" back={{ to: paths.vendors.href(), label: 'Vendors' }} link={Link} />
      <VendorForm
        save={async (input, logo) => paths.vendor.href((await save({ input, ...logo }).unwrap()).id)}
        onSaved={(to, name) => saved(to, 'Vendor added', name)}
        submitLabel="Add vendor"
        purpose="add this vendor"
        failedTitle="Vendor not added"
        cancelTo={paths.vendors.href()}
        note="A name is enough to record a sale. The default rate fills in the commission of new sales."
      />
    </main>
  );
}
