import { customerOpen, financialsLock } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useParams } from '@paperplane/shared/platform';
import { RecordGate, useLatestRecord, useRecordDraft, type RecordDraft } from '@paperplane/shared/records';
import { PageHead } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail } from '../sale';
import { useGetSaleQuery } from '../sale-detail-api';
import { useGetAgentOptionsQuery } from '../sale-form-api';
import { saleName } from '../sale-name';
import { SALE_PAGE } from '../sale-page';
import { EditedSale } from './edited-sale';
import { SALE_RULES } from './sale-rules';
import { withLockedCustomer, withLockedFields, type SaleValues } from './sale-values';

type SaleDraft = RecordDraft<SaleValues, SaleDetail>;

/** Locked meanwhile, although the sale is at the same version: what was typed there gives way. */
function fitting(found: SaleDraft, sale: SaleDetail, isAdmin: boolean): SaleDraft {
  if (found.opened?.version !== sale.version) return found;
  let { values } = found;
  if (financialsLock(sale.status, sale.commission?.status ?? null) !== null)
    values = withLockedFields(values, sale);
  if (!customerOpen(sale.status, isAdmin)) values = withLockedCustomer(values, sale);
  return { ...found, opened: sale, values };
}

interface EditWithDraftProps {
  sale: SaleDetail;
  reload: () => Promise<SaleDetail | null>;
}

function EditWithDraft({ sale, reload }: EditWithDraftProps) {
  // As it was when the form was opened: a refetch behind it must not replace what is being typed.
  const [opened, setOpened] = useState(sale);
  const { isAdmin } = useAuth();
  const form = useRecordDraft<SaleValues, SaleDetail>({
    name: `sale-edit.${sale.id}`,
    rules: SALE_RULES,
    adapt: (found) => fitting(found, sale, isAdmin),
    note: (found) =>
      found.opened?.version !== opened.version &&
      'The sale has changed since: you will see what before anything is saved.',
    onDiscard: () => setOpened(sale),
  });
  const back = { to: paths.sale.href(opened.id), label: saleName(opened) };
  return (
    <>
      <PageHead title="Edit sale" back={back} link={Link} />
      {form((found) => (
        <EditedSale {...found} sale={opened} reload={reload} />
      ))}
    </>
  );
}

/** Edit sale (docs/product/sales.md, Sale form): starts from the sale as it is now, sends the changed fields only. */
export default function EditSalePage() {
  const { id = '' } = useParams();
  const { isAdmin } = useAuth();
  const query = useGetSaleQuery(id, { refetchOnMountOrArgChange: true });
  // Asked for beside the sale, not after it: the form will show them.
  useGetAgentOptionsQuery(undefined, { skip: !isAdmin });
  const fresh = useLatestRecord(id, query);
  return (
    <RecordGate {...SALE_PAGE} head="Edit sale" query={fresh}>
      {(sale) => <EditWithDraft key={sale.id} sale={sale} reload={() => query.refetch().unwrap()} />}
    </RecordGate>
  );
}
