import { displayName } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useCurrentUser,
  useDraft,
  useLeaveGuard,
  type Draft,
} from '@paperplane/shared/platform';
import { DraftBanner, LeaveDialog, PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useCreateCustomerMutation } from '../../customers-api';
import { useSaved } from '../../parts/use-saved';
import { readCustomerDraft, type CustomerDraft } from './customer-draft';
import { CustomerForm } from './customer-form';
import { customerValues } from './customer-values';
import { useCustomerEditor } from './use-customer-editor';
import { useTagSuggestions } from './use-tag-suggestions';

interface NewCustomerProps {
  draft: Draft;
  restored: CustomerDraft | null;
  onDiscard: () => void;
}

function NewCustomer({ draft, restored, onDiscard }: NewCustomerProps) {
  const { timeZone } = useCurrentUser().organization;
  const [start] = useState(() => customerValues());
  const editor = useCustomerEditor({ start, opened: null, restored, draft });
  const { asking, letGo } = useLeaveGuard(editor.dirty);
  const [create] = useCreateCustomerMutation();
  const saved = useSaved();
  return (
    <>
      <CustomerForm
        editor={editor}
        customerId={null}
        unchanged={null}
        save={async (input) => {
          const { id } = await create(input).unwrap();
          draft.discard();
          letGo();
          saved(paths.customer.href(id), 'Customer added', displayName(input));
        }}
        submitLabel="Add customer"
        purpose="add this customer"
        failedTitle="Customer not added"
        cancelTo={paths.customers.href()}
        note="A first and a last name are enough to record a sale. Everything else can wait. Passports are added on the profile, where their numbers stay secret."
        suggestions={useTagSuggestions()}
        banner={
          restored && <DraftBanner savedAt={restored.savedAt} timeZone={timeZone} onDiscard={onDiscard} />
        }
      />
      {asking && (
        <LeaveDialog
          what="This customer"
          onStay={asking.stay}
          onKeep={asking.leave}
          onDiscard={() => {
            draft.discard();
            asking.leave();
          }}
        />
      )}
    </>
  );
}

/** /customers/create (spec section 2) */
export default function CustomerCreatePage() {
  const draft = useDraft('customer-create');
  const [restored, setRestored] = useState(() => readCustomerDraft(draft));
  return (
    <main id="main" className="pp-page">
      <PageHead title="Add customer" back={{ to: paths.customers.href(), label: 'Customers' }} link={Link} />
      <NewCustomer
        key={restored ? 'restored' : 'blank'}
        draft={draft}
        restored={restored}
        onDiscard={() => {
          draft.discard();
          setRestored(null);
        }}
      />
    </main>
  );
}
