import { useToast } from '@paperplane/shared/platform';
import { Button, Card, CardHeader } from '@paperplane/shared/ui';
import type { Mailbox } from '../bank-types';
import { useForgetMailSenderMutation } from './mailbox-api';

/** What was said of senders, to be taken back. */
export function SendersCard({ senders }: { senders: Mailbox['senders'] }) {
  const toast = useToast();
  const [forget, { isLoading }] = useForgetMailSenderMutation();
  return (
    <Card padded={false} label="Senders">
      <CardHeader title="What you said of senders" />
      <ul className="mbx-list" aria-label="Senders">
        {senders.map(({ address, vendor, saidBy }) => (
          <li key={address} className="mbx-sender">
            <div className="mbx-text">
              <b>{address}</b>
              <small>
                {vendor ? `It is ${vendor.name}` : 'Never read'}
                {saidBy && `, said ${saidBy}`}
              </small>
            </div>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Forget ${address}`}
              disabled={isLoading}
              onClick={() =>
                void forget(address)
                  .unwrap()
                  .catch((error: unknown) => toast.error('Not saved', error))
              }
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
