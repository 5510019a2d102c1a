import { useState } from 'react';
import { actName, displayMessage, formatDate, formatDay, isAppError, today } from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useNewAgencyLimits, useToast } from '@paperplane/shared/platform';
import { ToldFailure, useCopy, useRequestKey } from '@paperplane/shared/records';
import {
  Button,
  buttonClass,
  Checkbox,
  Copy,
  Dialog,
  InlineBanner,
  Mail,
  Notice,
  TextArea,
  Send,
  TextField,
  useGuardedClose,
} from '@paperplane/shared/ui';
import { FOLLOW_UP_DAYS, MOST_FOLLOW_UPS } from '../mail/chase-words';
import { useSendVendorChaseMutation } from '../mail/mail-api';
import '../mail/mail.css';
import { useRecordVendorAskedMutation } from './asking-api';
import { mailtoHref, type Email } from './chase-email';

interface ChaseFormProps {
  head: { title: string; subtitle: string };
  vendorId: string;
  /** What it asks for. */
  overdue: { amount: string };
  /** It is asked although a deposit of it waits. */
  anyway: boolean;
  /** Whether this installation sends mail. */
  sends: boolean;
  /** The e-mail as it was drafted when the dialog opened. */
  drafted: Email;
  onClose: () => void;
}

/** What the database calls the fields. */
const FIELDS: Readonly<Record<keyof Email, string>> = { to: 'toAddress', subject: 'subject', body: 'body' };
const NAMED: ReadonlySet<string | undefined> = new Set([...Object.values(FIELDS), 'everyDays']);

/** The e-mail, to be changed, sent, copied, or opened in the reader's own mail program. */
export function ChaseForm({ head, vendorId, overdue, anyway, sends, drafted, onClose }: ChaseFormProps) {
  const toast = useToast();
  const copyText = useCopy();
  const limits = useNewAgencyLimits(!sends);
  const { timeZone } = useCurrentUser().organization;
  const [notes, setNotes] = useState(true);
  const [recordAsked] = useRecordVendorAskedMutation();
  // What is being written stays as it is when the figures behind it change.
  const [start] = useState(drafted);
  const [email, setEmail] = useState(start);
  const { href, hasBody } = mailtoHref(email);
  const dirty = JSON.stringify(email) !== JSON.stringify(start);
  const [follows, setFollows] = useState(false);
  const [days, setDays] = useState(String(FOLLOW_UP_DAYS.usual));
  const [problem, setProblem] = useState<{ field: string | undefined; text: string } | null>(null);
  const [sendChase, sending] = useSendVendorChaseMutation();
  const { send, notice } = useRequestKey();
  const { asking } = useLeaveGuard(dirty);
  const { requestClose, question } = useGuardedClose({
    dirty,
    busy: sending.isLoading,
    onClose,
    leaving: asking,
  });
  const field = (name: keyof Email) => ({
    name,
    value: email[name],
    error: problem?.field === FIELDS[name] ? problem.text : undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      setProblem(null);
      setEmail({ ...email, [name]: target.value });
    },
  });

  async function submit() {
    const everyDays = follows ? Number(days) : null;
    const isOutside =
      everyDays !== null && !(everyDays >= FOLLOW_UP_DAYS.least && everyDays <= FOLLOW_UP_DAYS.most);
    if (isOutside || (everyDays !== null && !Number.isInteger(everyDays)))
      return setProblem({ field: 'everyDays', text: 'Follow up every 3 to 30 days.' });
    try {
      await send((requestKey) => sendChase({ vendorId, email, everyDays, anyway, requestKey }).unwrap());
      toast.done(
        actName('The e-mail is on its way', { ...overdue, who: `to ${email.to.trim()}` }),
        'It cannot be called back; follow-ups can be stopped here. A copy is in the vendor’s conversation.',
      );
      onClose();
    } catch (error) {
      if (error instanceof ToldFailure) return;
      setProblem({ field: isAppError(error) ? error.field : undefined, text: displayMessage(error) });
    }
  }

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

  const copy = () => copyText(email.body, 'Text');

  const noteBox = (
    <Checkbox
      label={`Note “asked on ${formatDay(today(timeZone))}”`}
      name="asked"
      checked={notes}
      onChange={({ target }) => setNotes(target.checked)}
    />
  );

  return (
    <Dialog
      {...head}
      size="lg"
      onCloseRequest={requestClose}
      footer={
        <>
          {!sends && noteBox}
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
            className={buttonClass(sends ? 'outline' : 'primary')}
            href={href}
            onClick={() => {
              if (!hasBody) void copy();
              void note();
            }}
          >
            <Mail className="pp-i" />
            <span>Open in mail</span>
          </a>
          {sends && (
            <Button
              icon={<Send className="pp-i" />}
              loading={sending.isLoading}
              aria-label={actName('Send', {
                ...overdue,
                who: `to ${email.to.trim()}`,
                days: today(timeZone),
              })}
              onClick={() => void submit()}
            >
              Send
            </Button>
          )}
        </>
      }
    >
      <div className="aging-mail">
        {notice}
        {problem && !NAMED.has(problem.field) && <InlineBanner title="Not sent">{problem.text}</InlineBanner>}
        {!sends && (
          <Notice kind="info">
            This installation sends no mail: copy the text, or open it in your mail program.
          </Notice>
        )}
        {limits && (
          <Notice kind="info">
            Until {formatDate(limits.until, timeZone)} a new agency can ask vendors {limits.mostRequests}{' '}
            times a day, at an address that was imported or saved the day before. {limits.requests} sent in
            the last 24 hours.
          </Notice>
        )}
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
        <TextArea label="Message" rows={sends ? 12 : 16} {...field('body')} />
        {sends && (
          <div className="chase-follow">
            <Checkbox
              label="Follow up until paid or stopped"
              name="follows"
              checked={follows}
              onChange={({ target }) => setFollows(target.checked)}
            />
            {follows && (
              <TextField
                label="Days between"
                type="number"
                name="days"
                min={FOLLOW_UP_DAYS.least}
                max={FOLLOW_UP_DAYS.most}
                hint={`${MOST_FOLLOW_UPS} follow-ups at most; each says what is open then.`}
                value={days}
                error={problem?.field === 'everyDays' ? problem.text : undefined}
                onChange={({ target }) => {
                  setProblem(null);
                  setDays(target.value);
                }}
              />
            )}
            {noteBox}
          </div>
        )}
      </div>
      {question}
    </Dialog>
  );
}
