import { displayMessage, plural } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { ConfirmDialog } from '@paperplane/shared/ui';
import { useDeleteWebhookEndpointMutation, type Endpoint } from './webhooks-api';

/** Asks before an endpoint goes with what waits for it. */
export function DeleteDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { id, host, waiting } = endpoint;
  const toast = useToast();
  const [remove, { isLoading, error }] = useDeleteWebhookEndpointMutation();

  async function confirm() {
    const removed = await remove(id);
    if (removed.error) return;
    toast.success(`${host} deleted`);
    onClose();
  }
  return (
    <ConfirmDialog
      title={`Delete the endpoint ${host}?`}
      confirmLabel="Delete endpoint"
      cancelLabel="Keep endpoint"
      busy={isLoading}
      error={error ? displayMessage(error) : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      The program is told nothing any more. Its secret and its deliveries go
      {waiting > 0 && `, ${plural(waiting, 'event')} that ${waiting === 1 ? 'waits' : 'wait'} for it too`}.
      This cannot be undone.
    </ConfirmDialog>
  );
}
