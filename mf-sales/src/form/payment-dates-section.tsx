import {
  addDays,
  displayName,
  formatMoneyExact,
  isIsoDate,
  readMoney,
  type MoneyReading,
} from '@paperplane/shared/domain';
import { useFieldArray, useWatch } from '@paperplane/shared/forms';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { Button, Checkbox, DateField, FormSection, MoneyField, Plus, TextField } from '@paperplane/shared/ui';
import { Fragment } from 'react';
import { useGetAgentOptionsQuery } from '../sale-form-api';
import { MOST_PAYMENTS, type PlanRow } from './sale-values';
import type { SaleEditor } from './use-sale-editor';

const DEPOSIT: PlanRow = { kind: 'deposit', amount: '', dueOn: '', remind: true };

/** What a plan begins with: a deposit, and the rest later. */
export const newPlan = (): PlanRow[] => [DEPOSIT, { ...DEPOSIT, kind: 'final' }];

/** How many days before departure the rest is usually due. */
const BEFORE_DEPARTURE = 90;

interface PaymentDatesSectionProps {
  editor: SaleEditor;
  money: MoneyReading;
}

/** A typed amount in cents; 0 for what is none. */
function centsOf(text: string, money: MoneyReading): number {
  const read = readMoney(text, money);
  return read.ok && read.value !== null ? Math.round(read.value * 100) : 0;
}

/** "Remind me and Julia": whoever records the sale, and the agent who sold it where that is somebody else. */
function useRemindedPeople(agentId: string): string {
  const { isAdmin } = useAuth();
  const me = useCurrentUser();
  const { data: agents = [] } = useGetAgentOptionsQuery(undefined, { skip: !isAdmin });
  const agent = agentId === me.id ? undefined : agents.find(({ id }) => id === agentId);
  return agent ? `me and ${agent.firstName || displayName(agent)}` : 'me';
}

/** When the customer pays: deposits, and what is left by the day of the final payment. */
export default function PaymentDatesSection({ editor, money }: PaymentDatesSectionProps) {
  const { form, field } = editor;
  const { control, setValue, clearErrors } = form;
  const { dateOrder } = useCurrentUser().organization;
  const { fields, insert, remove } = useFieldArray({ control, name: 'paymentPlan' });
  const [rows, total, departs, agentId] = useWatch({
    control,
    name: ['paymentPlan', 'totalAmount', 'travelDate', 'agentId'],
  });
  const who = useRemindedPeople(agentId);
  const deposits = rows.filter(({ kind }) => kind === 'deposit').length;
  const hasFinal = deposits < rows.length;
  const rest = centsOf(total, money) - rows.reduce((sum, { amount }) => sum + centsOf(amount, money), 0);
  const usual = isIsoDate(departs) ? addDays(departs, -BEFORE_DEPARTURE) : null;
  const whole = formatMoneyExact(centsOf(total, money) / 100, money.currency);

  return (
    <FormSection title="Customer pays" hint="Deposit and final payment. The sale is paid when the sum is.">
      <div>
        <div className="pp-formgrid">
          {fields.map((row, index) => {
            const isFinal = row.kind === 'final';
            const name = isFinal ? 'Final payment' : deposits > 1 ? `Deposit ${index + 1}` : 'Deposit';
            const due = field(`paymentPlan.${index}.dueOn`);
            const isRest = isFinal && row.amount === '';
            return (
              <Fragment key={row.id}>
                {isRest ? (
                  <TextField
                    label={name}
                    name={`paymentPlan.${index}.amount`}
                    readOnly
                    value={formatMoneyExact(Math.max(rest, 0) / 100, money.currency)}
                    hint={rest < 0 ? 'The deposits are more than the total.' : `The rest of ${whole}.`}
                  />
                ) : (
                  <MoneyField label={name} money={money} {...field(`paymentPlan.${index}.amount`)} />
                )}
                <DateField
                  label={`${name} due`}
                  order={dateOrder}
                  hint={
                    isFinal && usual && rows[index]?.dueOn === usual
                      ? `${BEFORE_DEPARTURE} days before departure.`
                      : undefined
                  }
                  labelAction={
                    isFinal && usual && rows[index]?.dueOn !== usual ? (
                      <button
                        type="button"
                        className="pp-link pp-sm"
                        onClick={() => {
                          setValue(`paymentPlan.${index}.dueOn`, usual, { shouldDirty: true });
                          clearErrors(`paymentPlan.${index}.dueOn`);
                        }}
                      >
                        {BEFORE_DEPARTURE} days before departure
                      </button>
                    ) : undefined
                  }
                  {...due}
                />
              </Fragment>
            );
          })}
          <div className="full">
            <Checkbox
              label={`Remind ${who} 7 days before`}
              name="paymentPlanRemind"
              checked={rows.some(({ remind }) => remind)}
              onChange={(event) =>
                setValue(
                  'paymentPlan',
                  rows.map((row) => ({ ...row, remind: event.target.checked })),
                  { shouldDirty: true },
                )
              }
            />
          </div>
        </div>
        <p className="sale-form-quiet">
          {rows.length < MOST_PAYMENTS && (
            <Button
              variant="link"
              size="sm"
              icon={<Plus className="pp-i" />}
              onClick={() => insert(deposits, { ...DEPOSIT, remind: rows.some(({ remind }) => remind) })}
            >
              Add deposit
            </Button>
          )}
          {deposits > (hasFinal ? 0 : 1) && (
            <Button variant="link" size="sm" onClick={() => remove(deposits - 1)}>
              {deposits > 1 ? 'Remove last deposit' : 'Remove deposit'}
            </Button>
          )}
          <Button variant="link" size="sm" onClick={() => setValue('paymentPlan', [], { shouldDirty: true })}>
            No payment dates
          </Button>
        </p>
      </div>
    </FormSection>
  );
}
