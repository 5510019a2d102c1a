import {
  isIsoDate,
  LIMITS,
  MESSAGES,
  optionalDate,
  optionalText,
  requiredDate,
  requiredText,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { Passport } from '../profile';

/** As the database keeps it: without the blanks and dashes it may be printed with. */
const NUMBER = /^[A-Z0-9]{6,20}$/;
const tidy = (number: string): string => number.replace(/[\s.-]/g, '').toUpperCase();

const fields = (isNew: boolean) =>
  v.object({
    number: v.pipe(
      v.string(),
      v.transform(tidy),
      v.check((number) => !isNew || number !== '', MESSAGES.passportNumber),
      v.check((number) => number === '' || NUMBER.test(number), MESSAGES.passportNumberFormat),
      v.transform((number) => number || null),
    ),
    givenNames: optionalText(LIMITS.givenNames),
    country: requiredText(MESSAGES.passportCountry, 2),
    issuedOn: optionalDate(),
    expiresOn: requiredDate(MESSAGES.passportExpiry),
  });

/** The rules of a passport; without a number the one that is stored stays. @param isNew nothing is stored yet */
export const passportSchema = (isNew: boolean) =>
  v.pipe(
    fields(isNew),
    v.forward(
      v.partialCheck(
        [['issuedOn'], ['expiresOn']],
        ({ issuedOn, expiresOn }) => !isIsoDate(issuedOn) || !isIsoDate(expiresOn) || expiresOn > issuedOn,
        MESSAGES.passportExpiryOrder,
      ),
      ['expiresOn'],
    ),
  );

export type PassportTexts = v.InferInput<ReturnType<typeof passportSchema>>;
export type CheckedPassport = v.InferOutput<ReturnType<typeof passportSchema>>;

/** What the form starts from; the number is never known. */
export const passportTexts = (passport: Passport | null, country: string | null): PassportTexts => ({
  number: '',
  givenNames: passport?.givenNames ?? '',
  country: passport?.country ?? country ?? '',
  issuedOn: passport?.issuedOn ?? '',
  expiresOn: passport?.expiresOn ?? '',
});
