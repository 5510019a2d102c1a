import type { StatementAgency } from './statement-types';

/** What stands below the agency's name: address, e-mail, phone and tax number, as far as there are any. */
export const agencyLines = ({ email, phone, postalAddress, taxNumber }: StatementAgency): string[] =>
  [...(postalAddress ?? '').split('\n'), email, phone, taxNumber && `Tax number: ${taxNumber}`]
    .map((line) => line?.trim() ?? '')
    .filter((line) => line !== '');
