import { displayName } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { useEditedRecord, useSavedRedirect, type DraftOfForm } from '@paperplane/shared/records';
import { useUpdateCustomerMutation } from '../customers-api';
import { changesOfCustomer, type Customer } from '../customer';
import { CustomerForm } from './customer-form';
import { CUSTOMER_RULES } from './customer-rules';
import { customerValues, type CustomerValues } from './customer-values';
import { probeOf } from './duplicate-texts';

interface EditedCustomerProps extends DraftOfForm<CustomerValues, Customer> {
  customer: Customer;
}

const loadConflict = () =>
  import(/* webpackChunkName: "lazy-conflict" */ './customer-conflict').then(
    (module) => module.CustomerConflict,
  );

/** The edit form with a customer in it; sends the changed fields only. */
export function EditedCustomer({ customer, draft, restored, banner }: EditedCustomerProps) {
  const [update] = useUpdateCustomerMutation();
  const saved = useSavedRedirect();
  const detail = paths.customer.href(customer.id);
  const { editor, before, save, dialogs } = useEditedRecord({
    rules: CUSTOMER_RULES,
    what: 'This customer',
    record: customer,
    draft,
    restored,
    valuesOf: customerValues,
    update: async (was, input) =>
      Object.keys(changesOfCustomer(was, input)).length === 0
        ? { saved: true }
        : update({ before: was, after: input }).unwrap(),
    onSaved: (input) => saved(detail, 'Changes saved', displayName(input)),
    loadConflict,
  });
  return (
    <>
      <CustomerForm
        editor={editor}
        customerId={customer.id}
        unchanged={probeOf(customerValues(before))}
        save={save}
        words={{
          submitLabel: 'Save changes',
          purpose: 'save these changes',
          failedTitle: 'Changes not saved',
          cancelTo: detail,
          note: 'A new name shows on every sale of this customer, past ones too.',
        }}
        banner={banner}
      />
      {dialogs}
    </>
  );
}
