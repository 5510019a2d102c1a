import { displayName } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { useAddedRecord, useRecordDraft, useSaved, type DraftOfForm } from '@paperplane/shared/records';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useCreateCustomerMutation } from '../../customers-api';
import type { Customer } from '../customer';
import { CustomerForm } from './customer-form';
import { CUSTOMER_RULES } from './customer-rules';
import { customerValues, type CustomerValues } from './customer-values';

const WORDS = {
  submitLabel: 'Add customer',
  purpose: 'add this customer',
  failedTitle: 'Customer not added',
  cancelTo: paths.customers.href(),
  note: 'A first and a last name are enough to record a sale. Everything else can wait. Passports are added on the profile, where their numbers stay secret.',
};

function NewCustomer({ draft, restored, banner }: DraftOfForm<CustomerValues, Customer>) {
  const [start] = useState(() => customerValues());
  const [create] = useCreateCustomerMutation();
  const saved = useSaved();
  const { editor, save, dialogs } = useAddedRecord({
    rules: CUSTOMER_RULES,
    what: 'This customer',
    start,
    draft,
    restored,
    add: async (input) => {
      const { id } = await create(input).unwrap();
      return () => saved(paths.customer.href(id), 'Customer added', displayName(input));
    },
  });
  return (
    <>
      <CustomerForm
        editor={editor}
        customerId={null}
        unchanged={null}
        save={save}
        words={WORDS}
        banner={banner}
      />
      {dialogs}
    </>
  );
}

/** /customers/create */
export default function CustomerCreatePage() {
  const form = useRecordDraft<CustomerValues, Customer>({ name: 'customer-create', rules: CUSTOMER_RULES });
  return (
    <main id="main" className="pp-page">
      <PageHead title="Add customer" back={{ to: paths.customers.href(), label: 'Customers' }} link={Link} />
      {form((found) => (
        <NewCustomer {...found} />
      ))}
    </main>
  );
}
