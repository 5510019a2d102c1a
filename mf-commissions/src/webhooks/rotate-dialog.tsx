import { displayMessage } from '@paperplane/shared/domain';
import { ConfirmDialog } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useRotateWebhookSecretMutation, type Endpoint, type ShownSecret } from './webhooks-api';

interface RotateDialogProps {
  endpoint: Endpoint;
  onSecret: (secret: ShownSecret) => void;
  onClose: () => void;
}

/** Asks before an endpoint gets another secret. */
export function RotateDialog({ endpoint: { id, host }, onSecret, onClose }: RotateDialogProps) {
  const [rotate, { isLoading, error }] = useRotateWebhookSecretMutation();
  // Sent again after a lost answer it is the same rotation.
  const [requestKey] = useState(() => crypto.randomUUID());

  async function confirm() {
    const { data } = await rotate({ endpointId: id, host, requestKey });
    if (!data?.success) return;
    onSecret({ host, secret: data.secret });
    onClose();
  }
  return (
    <ConfirmDialog
      title={`Rotate the secret of ${host}?`}
      confirmLabel="Rotate secret"
      cancelLabel="Keep secret"
      variant="primary"
      busy={isLoading}
      error={error ? displayMessage(error) : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      You get a new secret, shown once. For 30 days everything is signed with both, so that the program can
      change over when it suits.
    </ConfirmDialog>
  );
}
