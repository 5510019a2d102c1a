import { isIsoDate, requiredChoice, requiredText, tooLong } from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { TaxDetails, TaxDetailsInput, TaxScheme, TaxSettings, TaxSettingsInput } from './tax-types';

/** Name and address, as typed. */
export interface PartyForm {
  legalName: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
}

/** What an agent types; the number is never filled in. */
export interface DetailsForm extends PartyForm {
  kind: string;
  taxClass: string;
  numberKind: string;
  number: string;
  vatStatus: string;
  vatRate: string;
}

/** What an owner types of the agency. */
export interface SettingsForm extends PartyForm {
  scheme: TaxScheme;
  taxNumber: string;
  stateNumber: string;
  notesFrom: string;
}

const PARTY = ['legalName', 'street', 'city', 'region', 'postalCode', 'country'] as const;
export const DETAILS_FIELDS = [
  'kind',
  'taxClass',
  ...PARTY,
  'numberKind',
  'number',
  'vatStatus',
  'vatRate',
] as const;
export const SETTINGS_FIELDS = ['scheme', ...PARTY, 'taxNumber', 'stateNumber', 'notesFrom'] as const;

const text = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, tooLong(most)));

const party = {
  legalName: requiredText('Enter the name as the tax office knows it.', 80),
  street: requiredText('Enter street and number.', 100),
  city: requiredText('Enter the city.', 60),
  region: text(60),
  postalCode: requiredText('Enter the postal code.', 20),
  country: requiredChoice('Choose a country.'),
};

const STATE_MISSING = 'Enter the state by its two letters, like ME.';
const hasState = ({ country, region }: Pick<PartyForm, 'country' | 'region'>) =>
  country !== 'US' || /^[A-Za-z]{2}$/.test(region.trim());

const number = requiredText('Enter the number.', 40);

/** What is asked of an agent; whether a number is one, the database judges. */
export const detailsSchema = (scheme: TaxScheme) =>
  v.pipe(
    v.object({
      ...party,
      kind: scheme === 'eu' ? requiredChoice('Choose individual or business.') : v.string(),
      taxClass:
        scheme === 'us'
          ? requiredChoice('Choose the federal tax classification, as on Form W-9.')
          : v.string(),
      numberKind: requiredChoice(scheme === 'us' ? 'Choose SSN or EIN.' : 'Choose VAT number or tax number.'),
      number,
      vatStatus: scheme === 'eu' ? requiredChoice('Choose your VAT status.') : v.string(),
      vatRate: v.pipe(v.string(), v.trim()),
    }),
    v.forward(
      v.check((typed) => hasState(typed), STATE_MISSING),
      ['region'],
    ),
    v.forward(
      v.check(
        ({ vatStatus, vatRate }) => vatStatus !== 'registered' || /^\d{1,2}([.,]\d{1,2})?$/.test(vatRate),
        'Enter the rate of VAT, like 19.',
      ),
      ['vatRate'],
    ),
    v.transform(({ kind, taxClass, vatStatus, vatRate, ...typed }) => ({
      ...typed,
      ...(scheme === 'us' && { taxClass }),
      ...(scheme === 'eu' && {
        kind,
        vatStatus,
        vatRate: vatStatus === 'registered' ? vatRate.replace(',', '.') : null,
      }),
    })),
  ) as unknown as v.GenericSchema<DetailsForm, TaxDetailsInput>;

/** What is asked of an owner: nothing but the choice where nothing is made. */
export const settingsSchema = (scheme: TaxScheme) =>
  (scheme === 'none'
    ? v.object({ scheme: v.literal('none') })
    : v.pipe(
        v.object({
          ...party,
          scheme: v.literal(scheme),
          taxNumber: number,
          stateNumber: text(20),
          notesFrom:
            scheme === 'eu'
              ? v.pipe(
                  v.string(),
                  v.check((day) => isIsoDate(day), 'Enter a date like 11/19/2026.'),
                )
              : v.string(),
        }),
        v.forward(
          v.check((typed) => hasState(typed), STATE_MISSING),
          ['region'],
        ),
        v.transform(({ notesFrom, ...typed }) => ({
          ...typed,
          notesFrom: scheme === 'eu' ? notesFrom : null,
        })),
      )) as unknown as v.GenericSchema<SettingsForm, TaxSettingsInput>;

/** The form as it opens: what is known, but the number. */
export const blankDetails = (details: TaxDetails | null, scheme: TaxScheme, name: string): DetailsForm => ({
  kind: details?.kind ?? 'individual',
  taxClass: details?.taxClass ?? '',
  legalName: details?.legalName ?? name,
  street: details?.street ?? '',
  city: details?.city ?? '',
  region: details?.region ?? '',
  postalCode: details?.postalCode ?? '',
  country: details?.country ?? (scheme === 'us' ? 'US' : ''),
  numberKind: numberKindOf(details, scheme),
  number: '',
  vatStatus: details?.vatStatus ?? '',
  vatRate: details?.vatRate == null ? '' : String(details.vatRate),
});

function numberKindOf(details: TaxDetails | null, scheme: TaxScheme): string {
  const kinds = scheme === 'us' ? ['ssn', 'ein'] : ['vat', 'national'];
  return kinds.find((kind) => kind === details?.numberKind) ?? kinds[0] ?? '';
}

/** @param year in which notes begin where nobody has said */
export const blankSettings = (settings: TaxSettings, agency: string, year: number): SettingsForm => ({
  scheme: settings.scheme,
  legalName: settings.legalName ?? agency,
  taxNumber: settings.taxNumber ?? '',
  street: settings.street ?? '',
  city: settings.city ?? '',
  region: settings.region ?? '',
  postalCode: settings.postalCode ?? '',
  country: settings.country ?? '',
  stateNumber: settings.stateNumber ?? '',
  notesFrom: settings.notesFrom ?? `${year}-01-01`,
});
