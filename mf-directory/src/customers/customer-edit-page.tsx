import { displayName } from '@paperplane/shared/domain';
import { Link, paths, useParams } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useGetCustomerQuery, useUpdateCustomerMutation, type Customer } from '../customers-api';
import { RecordForm } from '../parts/record-form';
import { RecordGate } from '../parts/record-gate';
import { useSaved } from '../parts/use-saved';
import { customerForm, customerTexts } from './customer-form';

/** /customers/:id/edit */
export default function CustomerEditPage() {
  const { id = '' } = useParams();
  const query = useGetCustomerQuery(id);
  return (
    <RecordGate label="Customer" back={{ to: paths.customers.href(), label: 'Customers' }} query={query}>
      {(customer) => <EditCustomer key={customer.id} customer={customer} />}
    </RecordGate>
  );
}

function EditCustomer({ customer }: { customer: Customer }) {
  const [update] = useUpdateCustomerMutation();
  const saved = useSaved();
  const detail = paths.customer.href(customer.id);
  return (
    <>
      <PageHead title="Edit customer" back={{ to: detail, label: displayName(customer) }} link={Link} />
      <RecordForm
        spec={customerForm}
        initial={customerTexts(customer)}
        save={async (input) => {
          await update({ id: customer.id, input }).unwrap();
          saved(detail, 'Changes saved', displayName(input));
        }}
        submitLabel="Save changes"
        purpose="save these changes"
        failedTitle="Changes not saved"
        cancelTo={detail}
        note="A new name shows on every sale of this customer, past ones too."
      />
    </>
  );
}
