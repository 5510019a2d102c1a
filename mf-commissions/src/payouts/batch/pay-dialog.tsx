import {
  displayName,
  formatMoneyExact,
  formatShortDate,
  formatWeekday,
  isIsoDate,
  plural,
  today as todayIn,
} from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { useWatch } from '@paperplane/shared/forms';
import { useDialogForm } from '@paperplane/shared/records';
import {
  DateField,
  Download,
  FormDialog,
  IconButton,
  Landmark,
  Notice,
  TextField,
} from '@paperplane/shared/ui';
import { useState, type ReactNode } from 'react';
import { fileTold, otherWay } from '../parts/payout-words';
import type { Payout, PayoutAgent } from '../payout-types';
import { usePayPayoutMutation } from '../payouts-api';
import { BankDayChoice } from './bank-day-choice';
import { OtherWayIcon } from '../parts/other-way-icon';
import { PAY_FIELDS, payDefaults, paySchemaOf, type PayForm, type Paying } from './pay-schema';
import { paymentWays } from './payment-ways';
import { ProblemsBanner } from './problems-banner';

interface PayDialogProps {
  record: Payout;
  onDownload: () => void;
  onClose: () => void;
}

/** Records that a payout is paid, or plans it for a day to come: all of it or nothing, once, for good. */
export function PayDialog({ record, onDownload, onClose }: PayDialogProps) {
  const { payout, sender, problems } = record;
  const { dateOrder, timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [pay] = usePayPayoutMutation();
  const { file, other, kinds } = paymentWays(record);
  const outside = otherWay(payout.currency);
  const today = todayIn(timeZone);
  // One payment, however often it is sent: after a lost answer the same key asks what became of it.
  const [key] = useState(() => crypto.randomUUID());
  const [blank] = useState(() => payDefaults(record, other.agents, timeZone));
  const money = (amount: number) => formatMoneyExact(amount, payout.currency);
  const { field, dialog, form } = useDialogForm<PayForm, Paying>({
    schema: paySchemaOf(kinds, timeZone),
    blank,
    fields: PAY_FIELDS,
    save: async (input) => {
      const { statements, state } = await pay({
        id: payout.id,
        version: payout.version,
        key,
        act: {
          verb: input.paidOn > today ? `plan ${money(payout.amount)}` : `pay ${money(payout.amount)}`,
          about: `${plural(payout.agents, 'agent')}, ${formatShortDate(input.paidOn, today)}`,
          amount: money(payout.amount),
        },
        ...input,
      }).unwrap();
      if (state === 'scheduled')
        toast.success(`${money(payout.amount)} planned for ${formatShortDate(input.paidOn, today)}`);
      else
        toast.success(`${money(payout.amount)} recorded as paid`, `${plural(statements, 'statement')} made.`);
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  const day = useWatch({ control: form.control, name: 'paidOn' });
  const isToCome = isIsoDate(day) && day > today;

  return (
    <FormDialog
      title={`Pay ${plural(payout.agents, 'agent')}`}
      subtitle={`${payout.name} payout${payout.approvedBy ? `, approved by ${payout.approvedBy}` : ''}`}
      submitLabel={
        isToCome
          ? `Plan ${money(payout.amount)} for ${formatShortDate(day, today)}`
          : `Record ${money(payout.amount)} as paid`
      }
      failedTitle={isToCome ? 'Nothing was planned' : 'Nothing was paid'}
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      {problems.length > 0 && <ProblemsBanner problems={problems} />}
      <div className="payout-pay">
        {file.agents.length > 0 && sender && (
          <Way
            icon={<Landmark className="pp-i" />}
            name={`Bank file, ${plural(file.agents.length, 'agent')}`}
            note={fileTold(payout.file, timeZone)}
            amount={money(file.amount)}
          >
            <IconButton
              label={payout.file ? 'Download the bank file again' : 'Download the bank file'}
              size="sm"
              onClick={onDownload}
            >
              <Download className="pp-i" />
            </IconButton>
          </Way>
        )}
        {other.agents.length > 0 && (
          <Way
            icon={<OtherWayIcon currency={payout.currency} />}
            name={`${outside.name}, ${plural(other.agents.length, 'agent')}`}
            note={other.agents.length === 1 && displayName(other.agents[0])}
            amount={money(other.amount)}
          />
        )}
      </div>
      <div className="pp-formgrid">
        <DateField label="Payment date" order={dateOrder} {...field('paidOn')} />
        <TextField label="Reference" optional {...field('reference')} />
      </div>
      {isToCome && (
        <>
          <BankDayChoice
            kinds={kinds}
            day={day}
            today={today}
            onChoose={(chosen) =>
              form.setValue('paidOn', chosen, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
            }
          />
          <Notice kind="info">
            It is paid by itself on {formatWeekday(day)}. Until then what is in it stays as it is: its
            commissions, their sales and where its agents are paid; and it can be taken back.
          </Notice>
        </>
      )}
      <Notice kind="info">{finalText(payout, record.agents, money)}</Notice>
      {other.agents.length > 0 && (
        <fieldset className="payout-checks">
          <legend>{outside.numbers}</legend>
          <div className="pp-formgrid">
            {other.agents.map((agent) => (
              <TextField
                key={agent.id}
                label={displayName(agent)}
                optional
                {...field(`checks.${agent.id}`)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </FormDialog>
  );
}

interface WayProps {
  icon: ReactNode;
  name: string;
  note: string | false;
  amount: string;
  /** What can be done about it. */
  children?: ReactNode;
}

/** One way the money leaves. */
const Way = ({ icon, name, note, amount, children }: WayProps) => (
  <div className="pp-choice">
    <span className="pp-tile">{icon}</span>
    <span>
      <b>{name}</b>
      {note && <small>{note}</small>}
    </span>
    <span className="amt">{amount}</span>
    {children ?? <span className="payout-pay-gap" />}
  </div>
);

/** What will be so for good. */
function finalText(
  { commissions }: Payout['payout'],
  agents: readonly PayoutAgent[],
  money: (amount: number) => string,
): string {
  const become = commissions === 1 ? 'commission becomes' : 'commissions become';
  const carried = agents.filter(({ carriedOut }) => carriedOut < 0);
  const [first] = carried;
  const rest = !first
    ? '.'
    : carried.length === 1
      ? `; ${money(-first.carriedOut)} of ${displayName(first)} carries to the next payout.`
      : `; what ${plural(carried.length, 'agent')} owe carries to the next payout.`;
  return `${commissions} ${become} Agent paid, all of them or none. That is final. Every agent gets a statement${rest}`;
}
