import { displayMessage, STATUS_LOOKS, type SaleStatus } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { ConfirmDialog } from '@paperplane/shared/ui';
import type { SaleDetail } from '../sale';
import { saleName } from '../sale-name';
import { useUpdateSaleStatusMutation } from '../sales-api';
import { moveQuestion } from './status-moves';

interface MoveDialogProps {
  sale: SaleDetail;
  to: Exclude<SaleStatus, 'booked'>;
  onClose: () => void;
}

/** Asks before a sale is marked as paid or cancelled, and says what follows. Refusals of the database are shown here. */
export function MoveDialog({ sale, to, onClose }: MoveDialogProps) {
  const [updateStatus, { isLoading, error }] = useUpdateSaleStatusMutation();
  const toast = useToast();
  const { title, consequences, confirmLabel, cancelLabel, tone } = moveQuestion(sale, to);

  async function confirm() {
    const result = await updateStatus({ id: sale.id, status: to });
    if ('error' in result) return;
    toast.success(`Sale ${saleName(sale)} is now ${STATUS_LOOKS[to].label}`);
    onClose();
  }

  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      variant={tone}
      busy={isLoading}
      error={error ? displayMessage(error) : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {consequences.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </ConfirmDialog>
  );
}
