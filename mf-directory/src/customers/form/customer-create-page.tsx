import { displayName, LIMITS, typedPerson } from '@paperplane/shared/domain';
import { Link, paths, useSearchParams } from '@paperplane/shared/platform';
import {
  useAddedRecord,
  useRecordDraft,
  useSavedRedirect,
  type DraftOfForm,
} from '@paperplane/shared/records';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useCreateCustomerMutation } from '../customers-api';
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

/** What the form begins with: empty, or the name that was searched for in vain. */
function valuesNamed(name: string): CustomerValues {
  return name === '' ? customerValues() : { ...customerValues(), ...typedPerson(name) };
}

function NewCustomer({
  name,
  draft,
  restored,
  banner: found,
}: DraftOfForm<CustomerValues, Customer> & { name: string }) {
  const [start] = useState(() => valuesNamed(name));
  const [create] = useCreateCustomerMutation();
  const saved = useSavedRedirect();
  const { editor, save, banner, dialogs } = useAddedRecord({
    rules: CUSTOMER_RULES,
    what: 'This customer',
    start,
    draft,
    restored,
    banner: found,
    add: async (input, send) => {
      const { id } = await send((requestKey) => create({ input, requestKey }).unwrap());
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

/** A draft belongs to the address: a customer begun from a name is another one than a customer begun from nothing. */
function NewCustomerWithDraft({ name }: { name: string }) {
  const form = useRecordDraft<CustomerValues, Customer>({
    name: ['customer-create', name].filter(Boolean).join('.'),
    rules: CUSTOMER_RULES,
  });
  return form((found) => <NewCustomer {...found} name={name} />);
}

/** /customers/create; `?name=` is the name of the customer to add. */
export default function CustomerCreatePage() {
  const [search] = useSearchParams();
  const name = (search.get('name') ?? '').trim().slice(0, LIMITS.name);
  return (
    <main id="main" className="pp-page">
      <PageHead title="Add customer" back={{ to: paths.customers.href(), label: 'Customers' }} link={Link} />
      <NewCustomerWithDraft key={name} name={name} />
    </main>
  );
}
