import { displayName } from '@paperplane/shared/domain';
import { Link, Navigate, paths, useParams } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetCustomerProfileQuery } from '../../customers-api';
import { useDraftOfRecord } from '../../parts/draft-of-record';
import { RecordGate } from '../../parts/record-gate';
import type { Customer } from '../customer';
import type { CustomerValues } from './customer-values';
import { EditedCustomer } from './edited-customer';
import { CUSTOMER_RULES } from './use-customer-editor';

interface EditWithDraftProps {
  customer: Customer;
  reload: () => Promise<Customer>;
}

function EditWithDraft({ customer, reload }: EditWithDraftProps) {
  // As it was when the form was opened: a refetch behind it must not replace what is being typed.
  const [opened, setOpened] = useState(customer);
  const form = useDraftOfRecord<CustomerValues, Customer>({
    name: `customer-edit.${customer.id}`,
    rules: CUSTOMER_RULES,
    onDiscard: () => setOpened(customer),
  });
  return form((found) => <EditedCustomer {...found} customer={opened} reload={reload} />);
}

/** /customers/:id/edit (spec section 2): starts from the customer as they are now. */
export default function CustomerEditPage() {
  const { id = '' } = useParams();
  // Always asked anew: a form that starts from an old version would take back what others saved.
  const query = useGetCustomerProfileQuery(id, { refetchOnMountOrArgChange: true });
  const { currentData, isFetching } = query;
  const [started, setStarted] = useState<string | null>(null);
  if (currentData && !isFetching && started !== id) setStarted(id);
  const isReady = started === id;
  return (
    <RecordGate
      label="Customer"
      back={{ to: paths.customers.href(), label: 'Customers' }}
      query={{
        ...query,
        currentData: isReady ? currentData : undefined,
        error: isReady ? null : query.error,
      }}
    >
      {({ customer }) => {
        const detail = paths.customer.href(customer.id);
        if (customer.mergedInto || customer.erasedAt) return <Navigate to={detail} replace />;
        return (
          <>
            <PageHead title="Edit customer" back={{ to: detail, label: displayName(customer) }} link={Link} />
            <EditWithDraft
              key={customer.id}
              customer={customer}
              reload={async () => (await query.refetch().unwrap()).customer}
            />
          </>
        );
      }}
    </RecordGate>
  );
}
