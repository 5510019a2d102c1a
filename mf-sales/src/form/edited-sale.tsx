import { financialsLock } from '@paperplane/shared/domain';
import {
  paths,
  recheckUser,
  useAuth,
  useCurrentUser,
  useLeaveGuard,
  useNavigate,
  useToast,
} from '@paperplane/shared/platform';
import { DraftBanner } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleChange, SaleDetail } from '../sale';
import { useGetAgentOptionsQuery, useUpdateSaleMutation } from '../sale-form-api';
import { typedSale } from './conflict/typed-sale';
import { LeaveQuestion } from './leave-question';
import { SaleForm } from './sale-form';
import { contentOfSale } from './sale-values';
import { changedFields, changedTravelers, type SaleFormPayload } from './sale-payload';
import { useLazyDialog } from './use-lazy-dialog';
import { useSaleEditor, type DraftOfForm } from './use-sale-editor';

interface EditedSaleProps extends DraftOfForm {
  /** As it is now. */
  sale: SaleDetail;
  /** Asks for it again. */
  reload: () => Promise<SaleDetail | null>;
}

interface Conflict {
  theirs: SaleDetail;
  mine: SaleDetail;
  changes: readonly SaleChange[];
}

const loadConflictDialog = () =>
  import(/* webpackChunkName: "sale-conflict" */ './conflict/conflict-dialog').then((m) => m.ConflictDialog);

const lockOf = (sale: SaleDetail) => financialsLock(sale.status, sale.commissionStatus);

/** The form of a sale that exists. Saving names the version it started from; if others were faster, one is told and chooses. */
export function EditedSale({ sale, draft, restored, reload, onDiscard }: EditedSaleProps) {
  const { timeZone } = useCurrentUser().organization;
  const { isAdmin } = useAuth();
  // What the form is compared with. A draft may have been begun on an older version: then saving it is a conflict, as it should be.
  const [before, setBefore] = useState(restored?.opened ?? sale);
  const editor = useSaleEditor({ start: contentOfSale(before), opened: before, restored, draft });
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [ConflictDialog, fetchDialog] = useLazyDialog(loadConflictDialog);
  const { data: agents = [] } = useGetAgentOptionsQuery(undefined, { skip: !isAdmin });
  const [updateSale] = useUpdateSaleMutation();
  const navigate = useNavigate();
  const toast = useToast();
  const guard = useLeaveGuard(editor.dirty);

  function leave() {
    draft.discard();
    guard.letGo();
    void navigate(paths.sale.href(sale.id));
  }

  /** Shows how the sale differs from the one the form was opened with. @returns false when it does not */
  async function explain(
    base: SaleDetail,
    sent: SaleFormPayload,
    changes: readonly SaleChange[],
  ): Promise<boolean> {
    const theirs = await reload();
    // Gone, or somebody else's by now; or this session has ended, which Auth finds out.
    if (!theirs) await recheckUser();
    if (!theirs || (theirs.version === base.version && lockOf(theirs) === lockOf(base))) return false;
    if (await fetchDialog()) {
      setConflict({ theirs, mine: typedSale(base, sent.sale, editor.picked, agents), changes });
    }
    return true;
  }

  async function save(sent: SaleFormPayload, base: SaleDetail) {
    const changes = changedFields(base, sent.sale);
    const travelerIds = changedTravelers(base, sent.travelerIds);
    if (Object.keys(changes).length === 0 && !travelerIds) return leave();
    try {
      const { id, version } = base;
      const outcome = await updateSale({ id, version, changes, travelerIds }).unwrap();
      if (!outcome.saved) return void (await explain(base, sent, outcome.changes));
    } catch (error) {
      // Refused, perhaps because its commission has moved on: the version does not tell.
      const isExplained = await explain(base, sent, []).catch(() => false);
      if (isExplained) return;
      throw error;
    }
    toast.success(`Sale ${sent.sale.bookingReference} saved`);
    leave();
  }

  function resolve(theirs: SaleDetail, merged: SaleDetail) {
    setConflict(null);
    setBefore(theirs);
    editor.rebase(theirs, contentOfSale(theirs), contentOfSale(merged));
    void editor.submit((sent) => save(sent, theirs));
  }

  return (
    <>
      <SaleForm
        editor={editor}
        sale={before}
        currency={before.currency}
        submitLabel="Save changes"
        purpose="save your changes"
        failureTitle="Your changes were not saved"
        cancelTo={paths.sale.href(sale.id)}
        onSubmit={() => void editor.submit((sent) => save(sent, before))}
        banner={
          restored && (
            <DraftBanner
              savedAt={restored.savedAt}
              timeZone={timeZone}
              note={
                before.version !== sale.version &&
                'The sale has changed since: you will see what before anything is saved.'
              }
              onDiscard={onDiscard}
            />
          )
        }
      />
      {conflict && ConflictDialog && (
        <ConflictDialog
          before={before}
          {...conflict}
          timeZone={timeZone}
          onResolve={(merged) => resolve(conflict.theirs, merged)}
          onClose={() => setConflict(null)}
        />
      )}
      {guard.asking && <LeaveQuestion {...guard.asking} onDiscard={draft.discard} />}
    </>
  );
}
