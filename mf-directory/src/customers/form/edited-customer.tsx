import { displayName } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { useUpdateCustomerMutation } from '../../customers-api';
import type { DraftOfForm } from '../../parts/draft-of-record';
import { LeaveQuestion } from '../../parts/leave-question';
import { useEditedRecord } from '../../parts/use-edited-record';
import { useSaved } from '../../parts/use-saved';
import type { Customer, CustomerInput } from '../customer';
import { changesOfCustomer } from '../customer-rows';
import { CustomerForm } from './customer-form';
import { customerValues, type CustomerValues } from './customer-values';
import { probeOf } from './duplicate-texts';
import { CUSTOMER_RULES } from './use-customer-editor';

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
  const saved = useSaved();
  const detail = paths.customer.href(customer.id);
  const { editor, asking, before, save, conflict } = useEditedRecord<CustomerValues, CustomerInput, Customer>(
    {
      rules: CUSTOMER_RULES,
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
    },
  );
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
      {conflict && <conflict.Dialog {...conflict} />}
      <LeaveQuestion what="This customer" asking={asking} draft={draft} />
    </>
  );
}
