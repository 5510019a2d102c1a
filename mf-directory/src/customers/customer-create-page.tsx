import { displayName } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useCreateCustomerMutation } from '../customers-api';
import { RecordForm } from '../parts/record-form';
import { useSaved } from '../parts/use-saved';
import { customerForm, customerTexts } from './customer-form';

/** /customers/create */
export default function CustomerCreatePage() {
  const [create] = useCreateCustomerMutation();
  const saved = useSaved();
  return (
    <main id="main" className="pp-page">
      <PageHead title="Add customer" back={{ to: paths.customers.href(), label: 'Customers' }} link={Link} />
      <RecordForm
        spec={customerForm}
        initial={customerTexts()}
        save={async (input) => {
          const { id } = await create(input).unwrap();
          saved(paths.customer.href(id), 'Customer added', displayName(input));
        }}
        submitLabel="Add customer"
        purpose="add this customer"
        failedTitle="Customer not added"
        cancelTo={paths.customers.href()}
        note="A first and a last name are enough to record a sale. Everything else can wait."
      />
    </main>
  );
}
