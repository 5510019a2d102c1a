import { Link, paths } from '@paperplane/shared/platform';
import {
  useAddedRecord,
  useRecordDraft,
  useSavedRedirect,
  type DraftOfForm,
} from '@paperplane/shared/records';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useAddVendorMutation } from './vendors-api';
import type { Vendor } from './vendor';
import { VendorForm } from './vendor-form';
import { VENDOR_RULES, vendorTexts, type VendorTexts } from './vendor-schema';

const WORDS = {
  submitLabel: 'Add vendor',
  purpose: 'add this vendor',
  failedTitle: 'Vendor not added',
  cancelTo: paths.vendors.href(),
  note: 'A name is enough to record a sale. The default rate fills in the commission of new sales.',
};

function NewVendor({ draft, restored, banner: found }: DraftOfForm<VendorTexts, Vendor>) {
  const [start] = useState(() => vendorTexts());
  const [add] = useAddVendorMutation();
  const saved = useSavedRedirect();
  const { editor, save, banner, dialogs } = useAddedRecord({
    rules: VENDOR_RULES,
    what: 'This vendor',
    start,
    draft,
    restored,
    banner: found,
    add: async (input, send) => {
      const { id } = await send((requestKey) => add({ input, requestKey }).unwrap());
      return () => saved(paths.vendor.href(id), 'Vendor added', input.name);
    },
  });
  return (
    <>
      <VendorForm editor={editor} savedLogo={null} save={save} words={WORDS} banner={banner} />
      {dialogs}
    </>
  );
}

/** /vendors/create */
export default function VendorCreatePage() {
  const form = useRecordDraft<VendorTexts, Vendor>({ name: 'vendor-create', rules: VENDOR_RULES });
  return (
    <main id="main" className="pp-page">
      <PageHead title="Add vendor" back={{ to: paths.vendors.href(), label: 'Vendors' }} link={Link} />
      {form((found) => (
        <NewVendor {...found} />
      ))}
    </main>
  );
}
