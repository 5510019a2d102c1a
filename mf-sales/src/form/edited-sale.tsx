import { financialsLock } from '@paperplane/shared/domain';
import {
  paths,
  recheckUser,
  useAuth,
  useCurrentUser,
  useNavigate,
  useToast,
} from '@paperplane/shared/platform';
import { useEditedRecord, type DraftOfForm, type RecordOutcome } from '@paperplane/shared/records';
import type { SaleChange, SaleDetail } from '../sale';
import { useGetAgentOptionsQuery, useUpdateSaleMutation } from '../sale-form-api';
import { typedSale } from './conflict/typed-sale';
import { SaleForm } from './sale-form';
import { saleRules } from './sale-rules';
import type { CheckedSale } from './sale-schema';
import { valuesOfSale, type SaleValues } from './sale-values';
import { useDateQuestion } from './use-date-question';
import { changedFields, changedTravelers, toPayload } from './sale-payload';

interface EditedSaleProps extends DraftOfForm<SaleValues, SaleDetail> {
  /** As it is now. */
  sale: SaleDetail;
  /** Asks for it again. */
  reload: () => Promise<SaleDetail | null>;
}

type Outcome = RecordOutcome<SaleDetail> | null;

const loadConflict = () =>
  import(/* webpackChunkName: "sale-conflict" */ './conflict/conflict-dialog').then((m) => m.SaleConflict);

const lockOf = (sale: SaleDetail) => financialsLock(sale.status, sale.commission?.status ?? null);

/** The form of a sale that exists; sends the changed fields only. */
export function EditedSale({ sale, draft, restored, banner, reload }: EditedSaleProps) {
  const { isAdmin } = useAuth();
  const { organization } = useCurrentUser();
  const { data: agents = [] } = useGetAgentOptionsQuery(undefined, { skip: !isAdmin });
  const [updateSale] = useUpdateSaleMutation();
  const navigate = useNavigate();
  const toast = useToast();
  const { mayMove, dialog: dateQuestion } = useDateQuestion();
  const detail = paths.sale.href(sale.id);

  /** How the sale differs from the one the form was opened with; `null` when it does not. */
  async function differing(base: SaleDetail, changes: readonly SaleChange[]): Promise<Outcome> {
    const theirs = await reload();
    // Gone, or somebody else's by now; or this session has ended, which Auth finds out.
    if (!theirs) await recheckUser();
    if (!theirs || (theirs.version === base.version && lockOf(theirs) === lockOf(base))) return null;
    return { saved: false, theirs, changes };
  }

  async function update(base: SaleDetail, checked: CheckedSale): Promise<Outcome> {
    const sent = toPayload(checked);
    const changes = changedFields(base, sent.sale);
    const travelerIds = changedTravelers(base, sent.travelerIds);
    if (Object.keys(changes).length === 0 && !travelerIds) return { saved: true };
    if (!(await mayMove(base, changes.saleDate))) return null;
    try {
      const { id, version } = base;
      const outcome = await updateSale({ id, version, changes, travelerIds }).unwrap();
      if (outcome.outcome === 'conflict') return await differing(base, outcome.changes);
    } catch (error) {
      // Refused, perhaps because its commission has moved on: the version does not tell.
      const outcome = await differing(base, []).catch(() => null);
      if (outcome) return outcome;
      throw error;
    }
    toast.success(`Sale ${sent.sale.bookingReference} saved`);
    return { saved: true };
  }

  const { editor, before, save, dialogs } = useEditedRecord({
    rules: saleRules(organization),
    what: 'This sale',
    record: sale,
    draft,
    restored,
    valuesOf: valuesOfSale,
    update,
    typed: (base, checked) => typedSale(base, toPayload(checked).sale, checked.picked, agents),
    onSaved: () => void navigate(detail),
    loadConflict,
  });
  return (
    <>
      <SaleForm
        record={editor}
        sale={before}
        money={organization}
        words={{
          submitLabel: 'Save changes',
          purpose: 'save your changes',
          failedTitle: 'Your changes were not saved',
          cancelTo: detail,
        }}
        save={save}
        banner={banner}
      />
      {dialogs}
      {dateQuestion}
    </>
  );
}
