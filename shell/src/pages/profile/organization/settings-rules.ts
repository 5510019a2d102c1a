import {
  formatMoneyExact,
  isIsoDate,
  LIMITS,
  MESSAGES,
  moneyInput,
  moneyProblem,
  optionalEmail,
  optionalPhone,
  optionalText,
  parsePercent,
  percentInput,
  percentText,
  readMoney,
  requiredEmail,
  requiredText,
  type AmountNotation,
  type DateOrder,
} from '@paperplane/shared/domain';
import type { OfflineReading } from '@paperplane/shared/platform';
import type { Problems, useFields } from '../../auth/use-fields';
import { fieldProblems } from '../field-problems';
import type { OrganizationSettings, PayoutHold, ReceiptPolicy, ShortPaymentShare } from './organization-api';

/** The form: texts as they are typed, in the order of the page. */
export type SettingsValues = {
  organizationName: string;
  supportEmail: string;
  timeZone: string;
  currency: string;
  notation: AmountNotation;
  dateOrder: DateOrder;
  defaultCommissionSplit: string;
  receiptPolicy: ReceiptPolicy;
  receiptsTrackedSince: string;
  matchesCertain: boolean;
  certainWithin: string;
  holdUntil: PayoutHold;
  minimumAmount: string;
  secondApproval: boolean;
  paidOn: ShortPaymentShare;
  email: string;
  phone: string;
  postalAddress: string;
  taxNumber: string;
  offlineReading: OfflineReading;
};

/** What the sections of the form are given: the fields of the whole form. */
export type SettingsForm = ReturnType<typeof useFields<SettingsValues>>;

export const TIME_ZONE_MISSING = 'Choose a time zone from the list, like Europe/Vienna.';
export const SPLIT_MISSING = 'Enter the agents’ share in percent.';

/** The largest minimum the database takes. */
const MOST = 1_000_000;

const RULES = {
  organizationName: requiredText(MESSAGES.organizationName, LIMITS.name),
  supportEmail: optionalEmail(),
  defaultCommissionSplit: percentText(SPLIT_MISSING),
  email: requiredEmail(),
  phone: optionalPhone(),
  postalAddress: optionalText(LIMITS.postalAddress),
  taxNumber: optionalText(LIMITS.taxNumber),
};

/** The form as it opens. */
export const valuesOf = (saved: OrganizationSettings): SettingsValues => ({
  ...saved,
  supportEmail: saved.supportEmail ?? '',
  defaultCommissionSplit: percentInput(saved.defaultCommissionSplit),
  receiptsTrackedSince: saved.receiptsTrackedSince ?? '',
  certainWithin: String(saved.certainWithin),
  minimumAmount: saved.minimumAmount > 0 ? moneyInput(saved.minimumAmount) : '',
  phone: saved.phone ?? '',
  postalAddress: saved.postalAddress ?? '',
  taxNumber: saved.taxNumber ?? '',
});

function minimumProblem({ minimumAmount, currency, notation }: SettingsValues): string | undefined {
  const typed = readMoney(minimumAmount, { currency, notation });
  if (!typed.ok) return moneyProblem(typed.problem, currency, notation);
  return (typed.value ?? 0) > MOST
    ? `Enter an amount of at most ${formatMoneyExact(MOST, currency)}.`
    : undefined;
}

/** What is wrong with the typed settings. */
export function settingsProblems(values: SettingsValues): Problems<SettingsValues> {
  const { organizationName, supportEmail, defaultCommissionSplit } = values;
  const { email, phone, postalAddress, taxNumber, receiptsTrackedSince: since } = values;
  const minimumAmount = minimumProblem(values);
  const texts = {
    organizationName,
    supportEmail,
    defaultCommissionSplit,
    email,
    phone,
    postalAddress,
    taxNumber,
  };
  return {
    ...(postalAddress.trim().split('\n').length > LIMITS.postalAddressLines && {
      postalAddress: MESSAGES.postalAddressLines,
    }),
    ...fieldProblems(RULES, texts),
    ...(values.timeZone === '' && { timeZone: TIME_ZONE_MISSING }),
    ...(since !== '' && !isIsoDate(since) && { receiptsTrackedSince: MESSAGES.dateFormat }),
    ...(minimumAmount && { minimumAmount }),
  };
}

/** What is meant by values without a problem. */
export function toSettings(values: SettingsValues): OrganizationSettings {
  const split = parsePercent(values.defaultCommissionSplit);
  const minimum = readMoney(values.minimumAmount, values);
  return {
    ...values,
    organizationName: values.organizationName.trim(),
    supportEmail: values.supportEmail.trim() || null,
    defaultCommissionSplit: split.ok ? (split.value ?? 0) : 0,
    receiptsTrackedSince: values.receiptsTrackedSince || null,
    certainWithin: Number(values.certainWithin),
    minimumAmount: minimum.ok ? (minimum.value ?? 0) : 0,
    email: values.email.trim(),
    phone: values.phone.trim() || null,
    postalAddress: values.postalAddress.trim() || null,
    taxNumber: values.taxNumber.trim() || null,
  };
}

/** What of the settings was changed since the form was opened or saved: all that is sent. */
export function changedSettings(
  values: SettingsValues,
  opened: OrganizationSettings,
): Partial<OrganizationSettings> {
  const now = toSettings(values);
  const before = toSettings(valuesOf(opened));
  const names = Object.keys(now) as (keyof OrganizationSettings)[];
  return Object.fromEntries(
    names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]),
  );
}
