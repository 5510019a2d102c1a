import {
  isIsoDate,
  LIMITS,
  MESSAGES,
  optionalDate,
  optionalEmail,
  optionalPhone,
  optionalText,
  PHONE_SHAPE,
  requiredEmail,
  requiredText,
  tooLong,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { CustomerInput } from '../customer';
import type { CustomerValues } from './customer-values';

/** Trimmed text, perhaps empty. */
const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max, tooLong(max)));
const blank = v.pipe(v.string(), v.trim(), v.literal(''));

type Rule = v.GenericSchema<string, string>;

/** E-mails or phones: a row in which nothing is typed is no row. */
function entriesOf(value: Rule) {
  const entry = v.object({ label: text(LIMITS.contactLabel), value });
  const none = v.pipe(
    v.object({ label: blank, value: blank }),
    v.transform(() => null),
  );
  return v.pipe(
    v.array(v.union([none, entry])),
    v.transform((rows) => rows.filter((row) => row !== null)),
  );
}

const programs = v.pipe(
  v.array(
    v.union([
      v.pipe(
        v.object({ name: blank, number: blank }),
        v.transform(() => null),
      ),
      v.object({
        name: requiredText(MESSAGES.program, LIMITS.programName),
        number: text(LIMITS.programNumber),
      }),
    ]),
  ),
  v.transform((rows) => rows.filter((row) => row !== null)),
);

const requiredPhone = v.pipe(
  requiredText(MESSAGES.contactPhone, LIMITS.phone),
  v.regex(PHONE_SHAPE, MESSAGES.phoneFormat),
);

const values = v.object({
  firstName: requiredText(MESSAGES.firstName, LIMITS.personName),
  lastName: requiredText(MESSAGES.lastName, LIMITS.personName),
  birthday: v.pipe(
    optionalDate(),
    v.check(
      (date) => date === null || !isIsoDate(date) || date <= new Date().toISOString().slice(0, 10),
      MESSAGES.birthdayFuture,
    ),
  ),
  email: optionalEmail(),
  phone: optionalPhone(),
  moreEmails: entriesOf(requiredEmail(MESSAGES.contactEmail)),
  morePhones: entriesOf(requiredPhone),
  addressLine1: optionalText(LIMITS.addressLine),
  addressLine2: optionalText(LIMITS.addressLine),
  city: optionalText(LIMITS.city),
  region: optionalText(LIMITS.city),
  postalCode: optionalText(LIMITS.postalCode),
  country: optionalText(2),
  emergencyName: optionalText(LIMITS.emergencyName),
  emergencyPhone: optionalPhone(),
  emergencyRelation: optionalText(LIMITS.relation),
  tags: v.array(v.string()),
  seat: text(LIMITS.preferenceWord),
  cabin: text(LIMITS.preferenceWord),
  meal: text(LIMITS.preferenceWord),
  room: text(LIMITS.preferenceWord),
  mobility: text(LIMITS.preferenceText),
  allergies: text(LIMITS.preferenceText),
  interests: text(LIMITS.preferenceText),
  airlines: programs,
  hotels: programs,
  preferenceNotes: text(LIMITS.preferenceNotes),
  notes: optionalText(LIMITS.notes),
});

/** From what is typed to what is sent; the limits are those of the database. */
export const customerSchema: v.GenericSchema<CustomerValues, CustomerInput> = v.pipe(
  values,
  v.transform((checked) => {
    const { seat, cabin, meal, room, mobility, allergies, interests, airlines, hotels, ...rest } = checked;
    const { preferenceNotes: notes, ...fields } = rest;
    return {
      ...fields,
      preferences: { seat, cabin, meal, room, mobility, allergies, interests, airlines, hotels, notes },
    };
  }),
);
