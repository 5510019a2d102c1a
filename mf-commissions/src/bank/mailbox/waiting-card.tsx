import { formatCount, formatShortDate, plural, today } from '@paperplane/shared/domain';
import { useCurrentUser, useToast, type VendorChoice } from '@paperplane/shared/platform';
import { Button, Card } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { Mailbox } from '../bank-types';
import { VendorCombobox } from '../parts/vendor-combobox';
import { useAnswerWaitingMailMutation } from './mailbox-api';

type Waiting = Mailbox['waiting'][number];

/** Senders that no vendor's page names: whose are they? */
export function WaitingCard({ waiting }: { waiting: readonly Waiting[] }) {
  return (
    <Card
      title={`${plural(waiting.length, 'sender')} ${waiting.length === 1 ? 'waits' : 'wait'} for your word`}
      padded={false}
    >
      <ul className="mbx-list" aria-label="Senders that wait">
        {waiting.map((sender) => (
          <WaitingSender key={sender.address} sender={sender} />
        ))}
      </ul>
    </Card>
  );
}

function WaitingSender({ sender }: { sender: Waiting }) {
  const { timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [answer, { isLoading }] = useAnswerWaitingMailMutation();
  const [vendor, setVendor] = useState<VendorChoice | null>(null);
  /** Its address is known; what came in its name is in doubt, so a word is about these mails alone. */
  const doubted = sender.vendor !== null;
  const chosen = vendor ?? sender.vendor;

  async function say(vendorId: string | null, done: string) {
    try {
      await answer({ address: sender.address, vendorId, remember: !doubted }).unwrap();
      toast.success(done);
    } catch (error) {
      toast.error('Not saved', error);
    }
  }
  return (
    <li className="mbx-waiting">
      <div className="mbx-text">
        <b>{sender.name || sender.address}</b>
        {sender.name && <small>{sender.address}</small>}
        <small>
          {plural(sender.count, 'mail')}, last {formatShortDate(sender.latestAt, today(timeZone), timeZone)}:{' '}
          {sender.subjects.filter(Boolean).join(' · ') || 'no subject'}
          {sender.count > sender.subjects.length &&
            ` and ${formatCount(sender.count - sender.subjects.length)} more`}
        </small>
        {!sender.proven && (
          <small className="mbx-doubt">
            The mail service could not confirm that this address wrote it. Read it only if you expected it.
          </small>
        )}
      </div>
      {!doubted && <VendorCombobox label="Whose address is it?" selected={vendor} onSelect={setVendor} />}
      <Button
        size="sm"
        disabled={!chosen || isLoading}
        onClick={() =>
          chosen && void say(chosen.id, doubted ? 'It is being read' : `Remembered: it is ${chosen.name}`)
        }
      >
        {doubted ? 'Read it' : chosen ? `It is ${chosen.name}` : 'It is …'}
      </Button>
      <Button
        size="sm"
        variant="outline"
        disabled={isLoading}
        onClick={() => void say(null, doubted ? 'Left out' : 'Mail from this sender is never read')}
      >
        {doubted ? 'Leave out' : 'Never'}
      </Button>
    </li>
  );
}
