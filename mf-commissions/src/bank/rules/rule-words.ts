import { formatMoneyExact } from '@paperplane/shared/domain';
import type { VendorChoice } from '@paperplane/shared/platform';
import type { SetAsideCategory } from '../bank-api';
import type { BankRecord, BankRow, BankRule, SentRule } from '../bank-types';
import { accountText, categoryText } from '../parts/bank-words';

/** What a rule asks first: `Text contains WIRE FEE`; of an amount alone, the amount. */
export function conditionOf(rule: BankRule, currency: string): { ask: string; value: string } {
  if (rule.payer && rule.textContains)
    return { ask: 'Payer', value: `${rule.payer}, text contains ${rule.textContains}` };
  if (rule.payer) return { ask: 'Payer', value: rule.payer };
  if (rule.textContains) return { ask: 'Text contains', value: rule.textContains };
  return { ask: 'Amount', value: amountText(rule, currency) ?? '' };
}

/** `$25.00`, `$10.00 to $50.00`, `over $5,000.00`; nothing for any amount. */
export function amountText(
  { amountFrom, amountTo }: Pick<BankRule, 'amountFrom' | 'amountTo'>,
  currency: string,
): string | null {
  const money = (amount: number) => formatMoneyExact(amount, currency);
  if (amountFrom !== null && amountTo !== null)
    return amountFrom === amountTo ? money(amountFrom) : `${money(amountFrom)} to ${money(amountTo)}`;
  if (amountFrom !== null) return `at least ${money(amountFrom)}`;
  return amountTo === null ? null : `at most ${money(amountTo)}`;
}

/** The rest of what a rule asks: `money out · at most $50.00 · Operating ••4410`. */
export function limitsOf(rule: BankRule, currency: string): string {
  const hasText = rule.payer !== null || rule.textContains !== null;
  return [
    rule.direction && (rule.direction === 'in' ? 'money in' : 'money out'),
    hasText && (amountText(rule, currency) ?? (rule.direction ? null : 'any amount')),
    rule.account ? accountText(rule.account) : 'All accounts',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What a rule does: `Bank fee`, or the name of a vendor. */
export const effectOf = ({ vendor, category }: BankRule): string => vendor?.name ?? categoryText(category);

/** A rule as it would be sent again. */
export const sentOf = (rule: BankRule): SentRule => ({
  ...(rule.payer && { payer: rule.payer }),
  ...(rule.textContains && { textContains: rule.textContains }),
  ...(rule.amountFrom !== null && { amountFrom: rule.amountFrom.toFixed(2) }),
  ...(rule.amountTo !== null && { amountTo: rule.amountTo.toFixed(2) }),
  ...(rule.direction && { direction: rule.direction }),
  ...(rule.account && { accountId: rule.account.id }),
  ...(rule.category && { category: rule.category }),
  ...(rule.vendor && { vendorId: rule.vendor.id }),
});

/** What stays the same in the texts of lines that are alike: the longest run of words without a digit. */
function steadyWords(text: string): string {
  const runs = text
    .split(/\s*\S*\d\S*\s*/)
    .map((run) => run.trim())
    .filter((run) => run.length >= 3);
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** A rule before it is saved, and the vendor it names. */
export interface RuleDraft {
  rule: SentRule;
  vendor: VendorChoice | null;
}

/** The rule that setting a transaction aside suggests: its text, the same way. */
export const ruleOf = (
  { text, amount }: Pick<BankRow, 'text' | 'amount'>,
  category: SetAsideCategory,
): RuleDraft => ({
  rule: { textContains: steadyWords(text) || text, direction: amount > 0 ? 'in' : 'out', category },
  vendor: null,
});

/** The rule that saying whose money a transaction is suggests: its payer, or its text where the bank names none. */
export const vendorRuleOf = (
  { text, payerKey }: Pick<BankRecord['transaction'], 'text' | 'payerKey'>,
  vendor: VendorChoice,
): RuleDraft => ({
  rule: {
    ...(payerKey ? { payer: payerKey } : { textContains: steadyWords(text) || text }),
    vendorId: vendor.id,
  },
  vendor,
});
