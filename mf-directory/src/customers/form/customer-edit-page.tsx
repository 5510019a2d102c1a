import { displayName } from '@paperplane/shared/domain';
import { Link, Navigate, paths, useParams } from '@paperplane/shared/platform';
import { useRecordDraft, RecordGate, useLatestRecord } from '@paperplane/shared/records';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetCustomerProfileQuery } from '../customers-api';
import type { Customer } from '../customer';
import type { CustomerValues } from './customer-values';
import { EditedCustomer } from './edited-customer';
import { CUSTOMER_RULES } from './customer-rules';

function EditWithDraft({ customer }: { customer: Customer }) {
  // As it was when the form was opened: a refetch behind it must not replace what is being typed.
  const [opened, setOpened] = useState(customer);
  const form = useRecordDraft<CustomerValues, Customer>({
    name: `customer-edit.${customer.id}`,
    rules: CUSTOMER_RULES,
    onDiscard: () => setOpened(customer),
  });
  return form((found) => <EditedCustomer {...found} customer={opened} />);
}

/** /customers/:id/edit: starts from the customer as they are now. */
export default function CustomerEditPage() {
  const { id = '' } = useParams();
  const query = useLatestRecord(id, useGetCustomerProfileQuery(id, { refetchOnMountOrArgChange: true }));
  return (
    <RecordGate label="Customer" back={{ to: paths.customers.href(), label: 'Customers' }} query={query}>
      {({ customer }) => {
        const detail = paths.customer.href(customer.id);
        if (customer.mergedInto || customer.erasedAt) return <Navigate to={detail} replace />;
        return (
          <>
            <PageHead title="Edit customer" back={{ to: detail, label: displayName(customer) }} link={Link} />
            <EditWithDraft key={customer.id} customer={customer} />
          </>
        );
      }}
    </RecordGate>
  );
}
