import { today } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useNavigate, useToast } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SentSale } from '../sale';
import { useCreateSaleMutation } from '../sales-api';
import { SaleForm } from './sale-form';
import { newSaleValues } from './sale-values';

/** Create sale (spec section 2, /sales/create). The commission comes with the sale, by the database. */
export default function CreateSalePage() {
  const user = useCurrentUser();
  const { currency, timeZone } = user.organization;
  // Once: midnight must not change a form that is being filled in.
  const [defaultValues] = useState(() => newSaleValues(user.id, today(timeZone)));
  const [createSale] = useCreateSaleMutation();
  const navigate = useNavigate();
  const toast = useToast();

  async function save(sent: SentSale) {
    const { id } = await createSale(sent).unwrap();
    toast.success(`Sale ${sent.bookingReference} created`, 'Its commission starts as Unpaid.');
    void navigate(paths.sale.href(id));
  }

  return (
    <main id="main" className="pp-page sale-form-page">
      <PageHead title="Create sale" back={{ to: paths.sales.href(), label: 'Sales' }} link={Link} />
      <SaleForm
        defaultValues={defaultValues}
        currency={currency}
        submitLabel="Create sale"
        purpose="create this sale"
        failureTitle="The sale was not created"
        cancelTo={paths.sales.href()}
        onSave={save}
      />
    </main>
  );
}
