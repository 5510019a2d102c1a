import { formatDate, notationOf, type IsoDate } from '@paperplane/shared/domain';
import {
  Button,
  Checkbox,
  cx,
  DateField,
  FormSection,
  MoneyField,
  Notice,
  PercentField,
  SelectField,
  TextField,
} from '@paperplane/shared/ui';
import {
  CURRENCIES,
  currencyLabel,
  DATE_ORDERS,
  HOLDS,
  NOTATIONS,
  POLICIES,
  POLICY_TEXTS,
  SHORT_PAYMENTS,
  WITHIN,
} from './choices';
import type { ReceiptPolicy } from './organization-api';
import type { SettingsForm } from './settings-rules';

/** Currency, notation, order of dates and split. @param fixed the currency that the first sale has fixed; null while it can be chosen */
export function MoneySection({ form, fixed }: { form: SettingsForm; fixed: string | null }) {
  return (
    <FormSection title="Money" hint="What you count in, and who gets which part.">
      <div className="pp-formgrid">
        {fixed === null ? (
          <SelectField
            label="Currency"
            hint="Fixed with the first sale."
            options={CURRENCIES.map((code) => ({ value: code, label: currencyLabel(code) }))}
            {...form.text('currency')}
            onChange={({ target }) => {
              form.set('currency', target.value);
              // Proposed as it is written where it is from; another one can be chosen beside it.
              form.set('notation', notationOf(target.value));
            }}
          />
        ) : (
          <TextField
            label="Currency"
            name="currency"
            readOnly
            value={currencyLabel(fixed)}
            hint="Fixed since the first sale: sums never mix currencies."
          />
        )}
        <SelectField
          label="Amounts are typed like"
          hint="Decides what 1,234 or 1.234 means; anything else says so itself."
          options={NOTATIONS}
          {...form.text('notation')}
        />
        <SelectField
          label="Dates are typed like"
          hint="Decides what 03/04/2026 means; 2026-04-03 says so itself."
          options={DATE_ORDERS}
          {...form.text('dateOrder')}
        />
        <PercentField
          label="Default commission split"
          hint="The agent’s share, for people who join from now on."
          {...form.text('defaultCommissionSplit')}
        />
      </div>
    </FormSection>
  );
}

interface CommissionSectionProps {
  form: SettingsForm;
  /** The choice that holds: what changing it does is told beside another one. */
  saved: ReceiptPolicy;
  /** The first day of the oldest bank import; null without one. */
  proposed: IsoDate | null;
}

/** When a commission counts as received, since when what vendors owe is known, and what the bank's files do by themselves. */
export function CommissionSection({ form, saved, proposed }: CommissionSectionProps) {
  const { receiptPolicy, receiptsTrackedSince: since } = form.values;
  return (
    <FormSection title="Commission" hint="When an agent can be paid for a sale, and what vendors owe.">
      <div className="pp-formgrid">
        <fieldset className="pp-field full profile-choices">
          <legend className="pp-label">Commission counts as received</legend>
          {POLICIES.map((policy) => {
            const { label, text } = POLICY_TEXTS[policy];
            return (
              <label
                key={policy}
                className={cx('pp-choice profile-choice', receiptPolicy === policy && 'is-on')}
              >
                <input
                  type="radio"
                  id={receiptPolicy === policy ? 'field-receiptPolicy' : undefined}
                  name="receiptPolicy"
                  value={policy}
                  checked={receiptPolicy === policy}
                  onChange={() => form.set('receiptPolicy', policy)}
                />
                <span>
                  {label} <small>{text}</small>
                </span>
              </label>
            );
          })}
        </fieldset>
        {receiptPolicy !== saved && (
          <div className="full">
            <Notice kind="info">{POLICY_TEXTS[receiptPolicy].change}</Notice>
          </div>
        )}
        <div className="full">
          <DateField
            label="Vendors’ payments are tracked since"
            hint="What was due before counts as settled: it is in no figure of what vendors owe, and a deposit finds it by its reference alone. Without a day only unpaid commissions count as owed."
            order={form.values.dateOrder}
            {...form.text('receiptsTrackedSince')}
            required={false}
            optional
          />
        </div>
        {proposed && proposed !== since && (
          <p className="full pp-row pp-muted pp-sm">
            Your first bank import begins on {formatDate(proposed)}.
            <Button variant="outline" size="sm" onClick={() => form.set('receiptsTrackedSince', proposed)}>
              Use {formatDate(proposed)}
            </Button>
          </p>
        )}
        <div className="full">
          <Checkbox label="Match certain ones on import" {...form.box('matchesCertain')} />
          <p className="pp-hint">
            Certain is what of a bank’s file points to one commission alone. One undo takes it back.
          </p>
        </div>
        <div className="full">
          <SelectField
            label="Certain may be short by"
            options={WITHIN}
            hint="Of a booking whose reference the bank’s text names, paid by its vendor. What is missing stays open."
            {...form.text('certainWithin')}
          />
        </div>
      </div>
    </FormSection>
  );
}

/** When a commission can be paid to its agent, from which sum on, and whether two people look at it. */
export function PayoutsSection({ form }: { form: SettingsForm }) {
  const { currency, notation } = form.values;
  const minimum = form.text('minimumAmount');
  return (
    <FormSection title="Payouts" hint="When agents are paid, and who looks at it.">
      <div className="pp-formgrid">
        <div className="full">
          <SelectField label="An agent can be paid" options={HOLDS} {...form.text('holdUntil')} />
        </div>
        <div className="full">
          <MoneyField
            label="Smallest payment"
            money={{ currency, notation }}
            hint="Agents who would get less wait for the next payout."
            {...minimum}
            required={false}
            optional
            onBlur={(event) => {
              // The field writes the amount out as it is left.
              minimum.onChange(event);
              minimum.onBlur();
            }}
          />
        </div>
        <div className="full">
          <Checkbox label="A second person approves" {...form.box('secondApproval')} />
        </div>
        <div className="full">
          <SelectField
            label="Of a short payment agents get"
            hint="Counts once the rest is written off. Whoever was paid already gets a correction in the next payout."
            options={SHORT_PAYMENTS}
            {...form.text('paidOn')}
          />
        </div>
      </div>
    </FormSection>
  );
}
