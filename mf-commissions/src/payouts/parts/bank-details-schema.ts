import { MESSAGES, requiredText, tooLong } from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { BankDetailsInput } from '../payout-types';

/** What the form holds: text, as typed. The account that payouts are paid from has the company's number, too. */
export interface BankDetailsForm {
  kind: 'us' | 'iban';
  holderName: string;
  routingNumber: string;
  accountNumber: string;
  accountType: string;
  companyId: string;
  iban: string;
  bic: string;
}

export const BANK_DETAILS_FIELDS = [
  'kind',
  'holderName',
  'routingNumber',
  'accountNumber',
  'accountType',
  'companyId',
  'iban',
  'bic',
] as const;

export const NO_BANK_DETAILS: BankDetailsForm = {
  kind: 'us',
  holderName: '',
  routingNumber: '',
  accountNumber: '',
  accountType: 'checking',
  companyId: '',
  iban: '',
  bic: '',
};

const bare = v.transform((text: string) => text.replace(/[\s-]/g, '').toUpperCase());
const shaped = (shape: RegExp, message: string) => v.pipe(v.string(), bare, v.regex(shape, message));
const holderName = requiredText('Enter the name on the account.', 70);

const us = {
  kind: v.literal('us'),
  holderName,
  routingNumber: shaped(/^\d{9}$/, 'A routing number has nine digits and stands on a check.'),
  accountNumber: shaped(/^[A-Z0-9]{4,17}$/, 'Enter the account number, 4 to 17 digits.'),
  accountType: v.picklist(['checking', 'savings'], MESSAGES.required),
};

const companyId = shaped(
  /^[A-Z0-9]{9,10}$/,
  'Enter the company’s number that the bank gave you, 9 or 10 characters.',
);

const iban = v.object({
  kind: v.literal('iban'),
  holderName,
  iban: shaped(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'Enter the whole IBAN, like DE89 3704 0044 0532 0130 00.'),
  bic: v.pipe(v.string(), bare, v.maxLength(11, tooLong(11))),
});

/**
 * What may be a bank account; check digits are the database's to judge.
 * @param withCompany of the account that payouts are paid from
 */
export const bankDetailsSchema = (withCompany: boolean) =>
  v.variant('kind', [
    withCompany ? v.object({ ...us, companyId }) : v.object(us),
    iban,
  ]) as unknown as v.GenericSchema<BankDetailsForm, BankDetailsInput>;
