import { useState } from 'react';
import { formatDay, today } from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  Checkbox,
  Copy,
  Dialog,
  Mail,
  Notice,
  TextArea,
  TextField,
  useGuardedClose,
} from '@paperplane/shared/ui';
import { useRecordVendorAskedMutation } from './asking-api';
import { mailtoHref, type Email } from './chase-email';

interface ChaseFormProps {
  head: { title: string; subtitle: string };
  vendorId: string;
  /** It is asked although a deposit of it waits. */
  anyway: boolean;
  /** The e-mail as it was drafted when the dialog opened. */
  drafted: Email;
  onClose: () => void;
}

/** The e-mail, to be changed, copied, or opened in the reader's own mail program: nothing is sent from here. */
export function ChaseForm({ head, vendorId, anyway, drafted, onClose }: ChaseFormProps) {
  const toast = useToast();
  const { timeZone } = useCurrentUser().organization;
  const [notes, setNotes] = useState(true);
  const [recordAsked] = useRecordVendorAskedMutation();
  // What is being written stays as it is when the figures behind it change.
  const [start] = useState(drafted);
  const [email, setEmail] = useState(start);
  const { href, hasBody } = mailtoHref(email);
  const dirty = JSON.stringify(email) !== JSON.stringify(start);
  const { asking } = useLeaveGuard(dirty);
  const { requestClose, question } = useGuardedClose({ dirty, busy: false, onClose, leaving: asking });
  const field = (name: keyof Email) => ({
    name,
    value: email[name],
    onChange: ({ target }: { target: { value: string } }) => setEmail({ ...email, [name]: target.value }),
  });

  /** Keeps the day, once, however often the e-mail is handed on. */
  async function note() {
    if (!notes) return;
    try {
      await recordAsked({ vendorId, anyway }).unwrap();
      setNotes(false);
    } catch (error) {
      toast.error('The day was not noted', error);
    }
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(email.body);
      toast.success('Text copied');
    } catch {
      // No clipboard without a secure connection, or without permission.
      toast.error('The text was not copied', 'Select it and copy it by hand.');
    }
  }

  return (
    <Dialog
      {...head}
      size="lg"
      onCloseRequest={requestClose}
      footer={
        <>
          <Checkbox
            label={`Note “asked on ${formatDay(today(timeZone))}”`}
            name="asked"
            checked={notes}
            onChange={({ target }) => setNotes(target.checked)}
          />
          <Button
            variant="outline"
            icon={<Copy className="pp-i" />}
            onClick={() => {
              void copy();
              void note();
            }}
          >
            Copy text
          </Button>
          <a
            className={buttonClass('primary')}
            href={href}
            onClick={() => {
              if (!hasBody) void copy();
              void note();
            }}
          >
            <Mail className="pp-i" />
            <span>Open in mail</span>
          </a>
        </>
      }
    >
      <div className="aging-mail">
        {anyway && (
          <Notice kind="info">
            A deposit of this vendor waits in Bank: some of this may have arrived. It is noted that you asked
            anyway.
          </Notice>
        )}
        <TextField
          label="To"
          type="email"
          hint={start.to ? undefined : 'The vendor’s page has no e-mail address.'}
          {...field('to')}
        />
        <TextField label="Subject" {...field('subject')} />
        <TextArea label="Message" rows={16} {...field('body')} />
        {!hasBody && (
          <Notice kind="info">
            The message is too long to be handed to a mail program. Open in mail copies it: paste it into the
            mail.
          </Notice>
        )}
      </div>
      {question}
    </Dialog>
  );
}
