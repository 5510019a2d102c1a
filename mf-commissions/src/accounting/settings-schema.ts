import type { Journal } from './accounting-types';
import * as v from 'valibot';

const number = (min: number, max: number, text: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((typed) => typed === '' || (/^\d+$/.test(typed) && +typed >= min && +typed <= max), text),
    v.transform((typed) => (typed === '' ? null : Number(typed))),
  );

/** The form as it is typed. */
export interface SettingsForm {
  basis: string;
  since: string;
  payingAccountId: string;
  quickbooksNames: boolean;
  xeroTaxRate: string;
  datevConsultant: string;
  datevClient: string;
  datevFirstMonth: string;
  datevAccountLength: string;
}

export const SETTINGS_FIELDS = [
  'basis',
  'since',
  'payingAccountId',
  'quickbooksNames',
  'xeroTaxRate',
  'datevConsultant',
  'datevClient',
  'datevFirstMonth',
  'datevAccountLength',
] as const;

export const SETTINGS_SCHEMA = v.object({
  basis: v.picklist(['expected', 'received'], 'Choose when commission is recognized.'),
  since: v.pipe(v.string(), v.isoDate('Choose the first month.')),
  payingAccountId: v.string(),
  quickbooksNames: v.boolean(),
  xeroTaxRate: v.pipe(v.string(), v.trim(), v.maxLength(50, 'Use at most 50 characters.')),
  datevConsultant: number(1001, 9_999_999, 'A consultant number is from 1001 to 9999999.'),
  datevClient: number(1, 99_999, 'A client number is from 1 to 99999.'),
  datevFirstMonth: v.pipe(v.string(), v.transform(Number)),
  datevAccountLength: v.pipe(v.string(), v.transform(Number)),
});

export type SettingsInput = v.InferOutput<typeof SETTINGS_SCHEMA>;

const typed = (value: number | null): string => (value === null ? '' : String(value));

/** The settings as the form begins. */
export const settingsForm = ({ settings, month }: Journal): SettingsForm => ({
  basis: settings.basis ?? '',
  since: settings.since ?? month,
  payingAccountId: settings.payingAccountId ?? '',
  quickbooksNames: settings.quickbooksNames,
  xeroTaxRate: settings.xeroTaxRate,
  datevConsultant: typed(settings.datevConsultant),
  datevClient: typed(settings.datevClient),
  datevFirstMonth: String(settings.datevFirstMonth),
  datevAccountLength: String(settings.datevAccountLength),
});
