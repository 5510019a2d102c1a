import { Link, paths, useLeaveGuard } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useDraftOfRecord, type DraftOfForm } from '../parts/draft-of-record';
import { LeaveQuestion } from '../parts/leave-question';
import { useSaved } from '../parts/use-saved';
import { useAddVendorMutation } from '../vendors-api';
import { useVendorEditor } from './use-vendor-editor';
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

function NewVendor({ draft, restored, banner }: DraftOfForm<VendorTexts, Vendor>) {
  const [start] = useState(() => vendorTexts());
  const editor = useVendorEditor({ start, opened: null, restored, draft });
  const { asking, letGo } = useLeaveGuard(editor.dirty);
  const [add] = useAddVendorMutation();
  const saved = useSaved();
  return (
    <>
      <VendorForm
        editor={editor}
        savedLogo={null}
        save={async (input) => {
          const { id } = await add(input).unwrap();
          draft.discard();
          letGo();
          saved(paths.vendor.href(id), 'Vendor added', input.name);
        }}
        words={WORDS}
        banner={banner}
      />
      <LeaveQuestion what="This vendor" asking={asking} draft={draft} />
    </>
  );
}

/** /vendors/create */
export default function VendorCreatePage() {
  const form = useDraftOfRecord<VendorTexts, Vendor>({ name: 'vendor-create', rules: VENDOR_RULES });
  return (
    <main id="main" className="pp-page">
      <PageHead title="Add vendor" back={{ to: paths.vendors.href(), label: 'Vendors' }} link={Link} />
      {form((found) => (
        <NewVendor {...found} />
      ))}
    </main>
  );
}
