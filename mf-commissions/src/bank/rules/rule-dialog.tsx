import {
  displayMessage,
  isAppError,
  moneyInput,
  moneyProblem,
  plural,
  readMoney,
} from '@paperplane/shared/domain';
import { useCurrentUser, type VendorChoice } from '@paperplane/shared/platform';
import { FormDialog, MoneyField, SelectField, TextField, useDebouncedValue } from '@paperplane/shared/ui';
import { useState } from 'react';
import { SET_ASIDE_CATEGORIES } from '../bank-api';
import type { BankRule, SentRule } from '../bank-types';
import { useGetBankAccountsQuery } from '../import/bank-import-api';
import { accountText, categoryText } from '../parts/bank-words';
import { VendorCombobox } from '../parts/vendor-combobox';
import { usePreviewBankRuleQuery, useSaveBankRuleMutation } from './bank-rules-api';
import type { RuleDraft } from './rule-words';

interface RuleDialogProps {
  /** Null for a new one. */
  rule: BankRule | null;
  /** What is filled in before anything is typed. */
  draft: RuleDraft;
  /** The id of the saved rule, and whether something that waits fits it. */
  onSaved: (id: string, waits: boolean) => void;
  onClose: () => void;
}

/** The choice behind the categories: whose money it is. */
const VENDOR = 'vendor';

interface Typed {
  payer: string;
  textContains: string;
  amountFrom: string;
  amountTo: string;
  direction: string;
  accountId: string;
  effect: string;
  vendor: VendorChoice | null;
}

function typedOf({ rule, vendor }: RuleDraft): Typed {
  const amount = (text: string | undefined) => (text ? moneyInput(Number(text)) : '');
  return {
    payer: rule.payer ?? '',
    textContains: rule.textContains ?? '',
    amountFrom: amount(rule.amountFrom),
    amountTo: amount(rule.amountTo),
    direction: rule.direction ?? '',
    accountId: rule.accountId ?? '',
    effect: rule.category ?? (vendor ? VENDOR : ''),
    vendor,
  };
}

/** A rule: what has to fit, and what then happens. Below it stands what of the waiting lines it would take. */
export function RuleDialog({ rule, draft, onSaved, onClose }: RuleDialogProps) {
  const { organization } = useCurrentUser();
  const [typed, setTyped] = useState(() => typedOf(draft));
  const [failure, setFailure] = useState<{ field: string | null; text: string } | null>(null);
  const [save, { isLoading }] = useSaveBankRuleMutation();
  const accounts = useGetBankAccountsQuery();

  const amountOf = (text: string) => {
    const read = readMoney(text, organization);
    return read.ok ? (read.value === null ? undefined : read.value.toFixed(2)) : null;
  };
  const sent = (): SentRule => {
    const { payer, textContains, direction, accountId, effect, vendor } = typed;
    const [amountFrom, amountTo] = [amountOf(typed.amountFrom), amountOf(typed.amountTo)];
    return {
      ...(payer.trim() && { payer: payer.trim() }),
      ...(textContains.trim() && { textContains: textContains.trim() }),
      ...(amountFrom && { amountFrom }),
      ...(amountTo && { amountTo }),
      ...((direction === 'in' || direction === 'out') && { direction }),
      ...(accountId && { accountId }),
      ...(effect === VENDOR && vendor && { vendorId: vendor.id }),
      ...(effect && effect !== VENDOR && { category: SET_ASIDE_CATEGORIES.find((each) => each === effect) }),
    };
  };
  // What is asked decides which lines it is about, whatever then happens to them.
  const { category: _category, vendorId: _vendor, ...asked } = sent();
  const question = useDebouncedValue(JSON.stringify({ ...asked, category: 'other' }), 400);
  const asksSomething = Object.keys(asked).some((key) => !['direction', 'accountId'].includes(key));
  const preview = usePreviewBankRuleQuery(JSON.parse(question) as SentRule, { skip: !asksSomething });
  const waits = asksSomething && !preview.isError ? preview.data?.count : undefined;

  const set = (changes: Partial<Typed>) => {
    setFailure(null);
    setTyped((before) => ({ ...before, ...changes }));
  };
  const errorOf = (...fields: string[]) =>
    failure?.field && fields.includes(failure.field) ? failure.text : undefined;
  const submit = async () => {
    for (const field of ['amountFrom', 'amountTo'] as const) {
      const read = readMoney(typed[field], organization);
      if (!read.ok)
        return setFailure({
          field,
          text: moneyProblem(read.problem, organization.currency, organization.notation),
        });
    }
    if (typed.effect === VENDOR && !typed.vendor)
      return setFailure({ field: 'vendorId', text: 'Choose a vendor.' });
    try {
      const answer = await save({ rule: sent(), of: rule }).unwrap();
      if (answer.ok && answer.id) onSaved(answer.id, (answer.waiting ?? 0) > 0);
      else setFailure({ field: answer.field ?? null, text: answer.error ?? 'Not saved' });
    } catch (error) {
      setFailure({ field: isAppError(error) ? (error.field ?? null) : null, text: displayMessage(error) });
    }
  };
  const isShown = errorOf('payer', 'textContains', 'amountFrom', 'amountTo', 'category', 'vendorId');
  return (
    <FormDialog
      title={rule ? 'Change rule' : 'New rule'}
      subtitle="New lines that fit follow it by themselves. It never matches money with a commission."
      submitLabel="Save rule"
      busy={isLoading}
      failure={failure && !isShown ? failure.text : null}
      dirty={JSON.stringify(typed) !== JSON.stringify(typedOf(draft))}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Text contains"
        name="textContains"
        value={typed.textContains}
        maxLength={100}
        error={errorOf('textContains')}
        onChange={(event) => set({ textContains: event.target.value })}
      />
      <TextField
        label="Payer"
        name="payer"
        optional
        value={typed.payer}
        maxLength={100}
        error={errorOf('payer')}
        onChange={(event) => set({ payer: event.target.value })}
      />
      <MoneyField
        label="Amount from"
        name="amountFrom"
        optional
        money={organization}
        value={typed.amountFrom}
        error={errorOf('amountFrom')}
        onChange={(event) => set({ amountFrom: event.target.value })}
      />
      <MoneyField
        label="Amount to"
        name="amountTo"
        optional
        money={organization}
        value={typed.amountTo}
        error={errorOf('amountTo')}
        onChange={(event) => set({ amountTo: event.target.value })}
      />
      <SelectField
        label="Direction"
        name="direction"
        placeholder="In and out"
        value={typed.direction}
        options={[
          { value: 'in', label: 'Money in' },
          { value: 'out', label: 'Money out' },
        ]}
        onChange={(event) => set({ direction: event.target.value })}
      />
      <SelectField
        label="Account"
        name="accountId"
        placeholder="All accounts"
        value={typed.accountId}
        options={(accounts.data ?? []).map((account) => ({ value: account.id, label: accountText(account) }))}
        onChange={(event) => set({ accountId: event.target.value })}
      />
      <SelectField
        label="Then it is"
        name="effect"
        placeholder="Choose what it is"
        value={typed.effect}
        error={errorOf('category')}
        options={[
          ...SET_ASIDE_CATEGORIES.map((value) => ({
            value,
            label: `${categoryText(value)}, set aside`,
          })),
          { value: VENDOR, label: 'Money of a vendor' },
        ]}
        onChange={(event) => set({ effect: event.target.value })}
      />
      {typed.effect === VENDOR && (
        <VendorCombobox
          label="Vendor"
          name="vendorId"
          selected={typed.vendor}
          onSelect={(vendor) => set({ vendor })}
          error={errorOf('vendorId')}
        />
      )}
      <output className="pp-muted pp-sm bank-rule-waits" aria-live="polite">
        {waits === undefined
          ? ''
          : waits === 0
            ? 'Nothing that waits fits.'
            : `${plural(waits, 'line')} that ${waits === 1 ? 'waits' : 'wait'} would fit: shown before anything is done with them.`}
      </output>
    </FormDialog>
  );
}
