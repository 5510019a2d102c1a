import { displayName } from '@paperplane/shared/domain';
import { Link, Navigate, paths, useDraft, useParams } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetCustomerProfileQuery } from '../../customers-api';
import { RecordGate } from '../../parts/record-gate';
import type { Customer } from '../customer';
import { readCustomerDraft } from './customer-draft';
import { EditedCustomer } from './edited-customer';

interface EditWithDraftProps {
  customer: Customer;
  reload: () => Promise<Customer>;
}

function EditWithDraft({ customer, reload }: EditWithDraftProps) {
  const draft = useDraft(`customer-edit.${customer.id}`);
  const [restored, setRestored] = useState(() => readCustomerDraft(draft));
  // As it was when the form was opened: a refetch behind it must not replace what is being typed.
  const [opened, setOpened] = useState(customer);
  return (
    <EditedCustomer
      key={restored ? 'restored' : 'fresh'}
      customer={opened}
      draft={draft}
      restored={restored}
      reload={reload}
      onDiscard={() => {
        draft.discard();
        setOpened(customer);
        setRestored(null);
      }}
    />
  );
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
