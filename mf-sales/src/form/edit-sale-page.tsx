import { displayMessage, financialsLock } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useDraft, useParams } from '@paperplane/shared/platform';
import { Card, ErrorState, PageHead, SkeletonDetail, useSkeleton } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail } from '../sale';
import { useGetSaleQuery } from '../sale-detail-api';
import { saleName } from '../sale-name';
import { useGetAgentOptionsQuery } from '../sale-form-api';
import { isSaleId, SaleNotFound } from '../sale-not-found';
import { EditedSale } from './edited-sale';
import { readSaleDraft, type SaleDraft } from './sale-draft';
import { withLockedFields } from './sale-values';

/** Locked meanwhile, although the sale is at the same version: what was typed there gives way. */
function fitting(found: SaleDraft | null, sale: SaleDetail): SaleDraft | null {
  if (!found || found.opened?.version !== sale.version) return found;
  const locked = financialsLock(sale.status, sale.commissionStatus) !== null;
  return { ...found, ...(locked ? withLockedFields(found, sale) : {}), opened: sale };
}

interface EditWithDraftProps {
  sale: SaleDetail;
  reload: () => Promise<SaleDetail | null>;
}

function EditWithDraft({ sale, reload }: EditWithDraftProps) {
  const draft = useDraft(`sale-edit.${sale.id}`);
  const [restored, setRestored] = useState(() => fitting(readSaleDraft(draft), sale));
  return (
    <EditedSale
      key={restored ? 'restored' : 'fresh'}
      sale={sale}
      draft={draft}
      restored={restored}
      reload={reload}
      onDiscard={() => {
        draft.discard();
        setRestored(null);
      }}
    />
  );
}

/** Edit sale (docs/product.md, Sale form): starts from the sale as it is now, sends the changed fields only. */
export default function EditSalePage() {
  const { id = '' } = useParams();
  const { isAdmin } = useAuth();
  const skip = !isSaleId(id);
  // Always asked anew: a form that starts from an old version ends in a conflict with oneself.
  const query = useGetSaleQuery(id, { skip, refetchOnMountOrArgChange: true });
  const { currentData: sale, error, isFetching, refetch } = query;
  // Asked for beside the sale, not after it: the form will show them.
  useGetAgentOptionsQuery(undefined, { skip: skip || !isAdmin });
  // What was there when the form was opened: a refetch behind it must not replace what is being typed, nor take the form away.
  const [opened, setOpened] = useState<SaleDetail | null>(null);
  if (sale && !isFetching && opened?.id !== id) setOpened(sale);
  const shown = opened?.id === id ? opened : null;
  const skeleton = useSkeleton(shown === null && !error);

  if (skip || (sale === null && !shown)) return <SaleNotFound />;
  const back = shown
    ? { to: paths.sale.href(shown.id), label: saleName(shown) }
    : { to: paths.sales.href(), label: 'Sales' };
  return (
    <main id="main" className="pp-page sale-form-page">
      <PageHead title="Edit sale" back={back} link={Link} />
      {shown && !skeleton ? (
        <EditWithDraft key={shown.id} sale={shown} reload={() => refetch().unwrap()} />
      ) : error && !shown ? (
        <Card padded={false} label="Sale">
          <ErrorState
            title="The sale did not load"
            message={displayMessage(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Card>
      ) : (
        skeleton && <SkeletonDetail label="Loading sale" />
      )}
    </main>
  );
}
