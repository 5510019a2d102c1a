import { displayMessage } from '@paperplane/shared/domain';
import { Link, paths, useNavigate, useParams, useToast } from '@paperplane/shared/platform';
import { Card, ErrorState, PageHead, SkeletonDetail } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail, SentSale } from '../sale';
import { saleName } from '../sale-name';
import { isSaleId, SaleNotFound } from '../sale-not-found';
import { useGetSaleQuery } from '../sale-detail-api';
import { useUpdateSaleMutation } from '../sales-api';
import { useSkeleton } from '../use-skeleton';
import { SaleForm } from './sale-form';
import { changedFields, valuesOfSale } from './sale-values';

function EditSaleForm({ sale }: { sale: SaleDetail }) {
  // What was there when the form was opened: a refetch behind it must not replace what is being typed.
  const [before] = useState(sale);
  const [defaultValues] = useState(() => valuesOfSale(sale));
  const [updateSale] = useUpdateSaleMutation();
  const navigate = useNavigate();
  const toast = useToast();

  async function save(sent: SentSale) {
    const changes = changedFields(before, sent);
    if (Object.keys(changes).length > 0) {
      await updateSale({ id: before.id, changes }).unwrap();
      toast.success(`Sale ${sent.bookingReference} saved`);
    }
    void navigate(paths.sale.href(before.id));
  }

  return (
    <SaleForm
      sale={before}
      defaultValues={defaultValues}
      currency={before.currency}
      submitLabel="Save changes"
      purpose="save your changes"
      failureTitle="Your changes were not saved"
      cancelTo={paths.sale.href(before.id)}
      onSave={save}
    />
  );
}

/** Edit sale (spec section 2, /sales/{id}/edit): sends the changed fields only. */
export default function EditSalePage() {
  const { id = '' } = useParams();
  const skip = !isSaleId(id);
  const { currentData: sale, error, isFetching, refetch } = useGetSaleQuery(id, { skip });
  const skeleton = useSkeleton(sale === undefined && !error);
  if (skip || sale === null) return <SaleNotFound />;
  const back = sale
    ? { to: paths.sale.href(sale.id), label: saleName(sale) }
    : { to: paths.sales.href(), label: 'Sales' };
  return (
    <main id="main" className="pp-page sale-form-page">
      <PageHead title="Edit sale" back={back} link={Link} />
      {error && !sale ? (
        <Card padded={false} label="Sale">
          <ErrorState
            title="The sale did not load"
            message={displayMessage(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Card>
      ) : sale && !skeleton ? (
        <EditSaleForm key={sale.id} sale={sale} />
      ) : (
        skeleton && <SkeletonDetail label="Loading sale" />
      )}
    </main>
  );
}
