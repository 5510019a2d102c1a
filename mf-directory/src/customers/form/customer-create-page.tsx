import { displayName } from '@paperplane/shared/domain';
import { Link, paths, useLeaveGuard } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useCreateCustomerMutation } from '../../customers-api';
import { useDraftOfRecord, type DraftOfForm } from '../../parts/draft-of-record';
import { LeaveQuestion } from '../../parts/leave-question';
import { useSaved } from '../../parts/use-saved';
import type { Customer } from '../customer';
import { CustomerForm } from './customer-form';
import { customerValues, type CustomerValues } from './customer-values';
import { CUSTOMER_RULES, useCustomerEditor } from './use-customer-editor';

const WORDS = {
  submitLabel: 'Add customer',
  purpose: 'add this customer',
  failedTitle: 'Customer not added',
  cancelTo: paths.customers.href(),
  note: 'A first and a last name are enough to record a sale. Everything else can wait. Passports are added on the profile, where their numbers stay secret.',
};

function NewCustomer({ draft, restored, banner }: DraftOfForm<CustomerValues, Customer>) {
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
        words={WORDS}
        banner={banner}
      />
      <LeaveQuestion what="This customer" asking={asking} draft={draft} />
    </>
  );
}

/** /customers/create */
export default function CustomerCreatePage() {
  const form = useDraftOfRecord<CustomerValues, Customer>({ name: 'customer-create', rules: CUSTOMER_RULES });
  return (
    <main id="main" className="pp-page">
      <PageHead title="Add customer" back={{ to: paths.customers.href(), label: 'Customers' }} link={Link} />
      {form((found) => (
        <NewCustomer {...found} />
      ))}
    </main>
  );
}
