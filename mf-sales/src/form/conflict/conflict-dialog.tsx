import { financialsLock } from '@paperplane/shared/domain';
import { ConflictDialog as Dialog } from '@paperplane/shared/ui';
import type { SaleChange, SaleDetail } from '../../sale';
import { compareSales } from './compare-sales';
import { fieldNames } from './changed-field-names';
import { changesSinceOpened } from './changes-since-opened';
import { mergeSales } from './merge-sales';

export interface ConflictDialogProps {
  /** The sale as the form was opened with it. */
  before: SaleDetail;
  /** The sale as it stands now. */
  theirs: SaleDetail;
  /** The sale as it was typed. */
  mine: SaleDetail;
  /** What happened meanwhile, oldest first. */
  changes: readonly SaleChange[];
  timeZone: string;
  /** Save this one, over the sale as it stands now. */
  onResolve: (merged: SaleDetail) => void;
  /** Back to the form; nothing has been saved. */
  onClose: () => void;
}

/** Somebody else saved the sale first. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { before, theirs, mine, changes, timeZone, onResolve, onClose } = props;
  const lock = financialsLock(theirs.status, theirs.commissionStatus);
  const comparison = compareSales(before, theirs, mine, lock !== null);
  return (
    <Dialog
      noun="sale"
      history={changes.map((change) => ({
        who: change.changedBy,
        what: fieldNames(change),
        at: change.changedAt,
        comment: change.comment,
      }))}
      comparison={comparison}
      alsoTaken={changesSinceOpened(before, theirs)}
      lock={lock}
      timeZone={timeZone}
      onSave={(choices) => onResolve(mergeSales(before, theirs, mine, comparison, choices))}
      onClose={onClose}
    />
  );
}
