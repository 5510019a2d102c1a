import type { AnswerOf, ArgsOf } from '@paperplane/shared/platform';
import type { TaxContract } from './contract';

type Answer<Name extends keyof TaxContract> = NonNullable<AnswerOf<TaxContract, Name>>;

/** The page of tax forms in one year. */
export type TaxYear = Answer<'get_tax_year'>;
export type TaxSettings = TaxYear['settings'];
/** What is made for agents: nothing, 1099-NEC data, credit notes. */
export type TaxScheme = TaxSettings['scheme'];
export type TaxPerson = TaxYear['people'][number];
/** What one says of oneself, without the number. */
export type TaxDetails = NonNullable<TaxPerson['details']>;
export type TaxDetailsInput = ArgsOf<TaxContract, 'save_tax_details'>['details'];
export type TaxSettingsInput = ArgsOf<TaxContract, 'save_tax_settings'>['settings'];
/** What a file of 1099-NEC data says, whole numbers in it. */
export type TaxFile = Answer<'read_tax_file'>;
export type CreditNoteRow = Answer<'list_credit_notes'>['rows'][number];
export type CreditNote = Answer<'get_credit_note'>;
export type VatStatus = CreditNote['vatStatus'];
