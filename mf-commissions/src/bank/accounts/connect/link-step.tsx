import { displayMessage, formatDay, plural, today as todayIn, type IsoDate } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { ToldFailure, useRequestKey } from '@paperplane/shared/records';
import {
  Button,
  ChevronsUpDown,
  Dialog,
  ErrorState,
  InlineBanner,
  SelectField,
  Skeleton,
  submitOnModEnter,
} from '@paperplane/shared/ui';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { AccountOnPage, FoundAccount, WaitingConnection } from '../../bank-types';
import { signedMoney } from '../../parts/bank-words';
import {
  useDisconnectBankConnectionMutation,
  useGetBankConnectionQuery,
  useLinkBankAccountsMutation,
} from '../bank-accounts-api';
import { connectionName } from '../source-words';
import {
  isOurs,
  LEAVE_OUT,
  linksOf,
  NEW,
  proposedTargets,
  sinceOptions,
  targetNote,
  targetOptions,
  type Targets,
} from './links';

interface LinkStepProps {
  connectionId: string;
  accounts: readonly AccountOnPage[];
  onClose: () => void;
}

/** The second step: where each account of the bank goes, and from which day on. */
export function LinkStep({ connectionId, accounts, onClose }: LinkStepProps) {
  const { data, error, refetch } = useGetBankConnectionQuery(connectionId);
  const toast = useToast();
  const hasNothing = data !== undefined && (data?.accountsToLink.length ?? 0) === 0;
  // Renewed, it goes on with the accounts that are linked.
  const end = useEffectEvent(() => {
    toast.success('Connected again', 'What is missing comes with the next sync.');
    onClose();
  });
  useEffect(() => {
    if (hasNothing) end();
  }, [hasNothing]);
  if (data && !hasNothing) return <LinkForm connection={data} {...{ accounts, onClose }} />;
  return (
    <Dialog title="Accounts at the bank" size="lg" onCloseRequest={onClose}>
      {error ? (
        <ErrorState
          title="The accounts did not load"
          message={displayMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton width="100%" height={220} />
      )}
    </Dialog>
  );
}

interface LinkFormProps extends Pick<LinkStepProps, 'accounts' | 'onClose'> {
  connection: WaitingConnection;
}

function LinkForm({ connection, accounts, onClose }: LinkFormProps) {
  const { currency, timeZone } = useCurrentUser().organization;
  const today = todayIn(timeZone);
  const formId = useId();
  const found = connection.accountsToLink;
  const sinces = sinceOptions(today);
  const [targets, setTargets] = useState<Targets>(() => proposedTargets(found, accounts, currency));
  const [since, setSince] = useState<IsoDate>(sinces[0]?.value ?? today);
  const [failure, setFailure] = useState<unknown>(null);
  const [link, { isLoading: linking }] = useLinkBankAccountsMutation();
  const { send, notice } = useRequestKey();
  const toast = useToast();
  const [disconnect, { isLoading: disconnecting }] = useDisconnectBankConnectionMutation();
  const count = Object.values(targets).filter((target) => target !== LEAVE_OUT).length;
  /** Nothing would come by it, and no row would show it. */
  const isForNothing = count === 0 && !accounts.some((account) => account.connection?.id === connection.id);
  const busy = linking || disconnecting;

  const submit = async () => {
    setFailure(null);
    const links = linksOf(found, targets, accounts);
    try {
      if (isForNothing) await disconnect(connection.id).unwrap();
      else
        await send((requestKey) => link({ connectionId: connection.id, links, since, requestKey }).unwrap());
      if (count > 0) toast.success(`${plural(count, 'account')} connected`, 'The first sync has begun.');
      else toast.info('Nothing is brought in', isForNothing ? 'The secret is forgotten.' : undefined);
      onClose();
    } catch (error) {
      if (!(error instanceof ToldFailure)) setFailure(error);
    }
  };

  return (
    <Dialog
      title={`${plural(found.length, 'account')} at ${connectionName(connection)}`}
      subtitle={`Say where ${found.length === 1 ? 'it' : 'each one'} goes`}
      size="lg"
      onCloseRequest={() => {
        if (!busy) onClose();
      }}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={busy}>
            Later
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            {count > 0
              ? `Connect ${plural(count, 'account')}`
              : isForNothing
                ? 'Do not connect'
                : 'Leave all out'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="conn"
        onKeyDown={submitOnModEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        {failure !== null && (
          <InlineBanner tone="danger" title="Not linked">
            {displayMessage(failure)}
          </InlineBanner>
        )}
        {notice}
        <ul className="found" aria-label="Accounts at the bank">
          {found.map((each) => (
            <FoundRow
              key={each.providerAccountId}
              found={each}
              target={targets[each.providerAccountId] ?? LEAVE_OUT}
              options={targetOptions(each, accounts, targets, currency)}
              note={targetNote(each, targets[each.providerAccountId] ?? LEAVE_OUT, accounts, {
                currency,
                today,
                since,
              })}
              canCome={isOurs(each, currency)}
              today={today}
              onTarget={(target) => setTargets({ ...targets, [each.providerAccountId]: target })}
            />
          ))}
        </ul>
        <SelectField
          label="Bring in"
          name="since"
          options={sinces}
          value={since}
          hint="What files have brought already is recognized. Pending lines wait until they are booked."
          onChange={(event) => setSince(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

interface FoundRowProps {
  found: FoundAccount;
  target: string;
  options: readonly { value: string; label: string }[];
  note: string;
  canCome: boolean;
  today: IsoDate;
  onTarget: (target: string) => void;
}

function FoundRow({ found, target, options, note, canCome, today, onTarget }: FoundRowProps) {
  const { name, lastFour, balance, balanceOn, currency } = found;
  const called = lastFour ? `${name} ••${lastFour}` : name;
  const first = options[0]?.value ?? NEW;
  return (
    <li>
      <span className="pp-check">
        <input
          type="checkbox"
          aria-label={called}
          checked={target !== LEAVE_OUT}
          disabled={!canCome}
          onChange={(event) => onTarget(event.target.checked ? first : LEAVE_OUT)}
        />
      </span>
      <span>
        <b>{called}</b>
        {balance !== null && (
          <small>
            {signedMoney(balance, currency)}{' '}
            {balanceOn && (balanceOn === today ? 'today' : `on ${formatDay(balanceOn)}`)}
          </small>
        )}
      </span>
      <span className="pp-selectwrap">
        <select
          className="pp-select"
          aria-label={`Where ${called} goes`}
          value={target}
          onChange={(event) => onTarget(event.target.value)}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronsUpDown className="pp-i" />
      </span>
      <small className="note">{note}</small>
    </li>
  );
}
