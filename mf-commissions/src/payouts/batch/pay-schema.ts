import {
  bankDaysNextTo,
  isIsoDate,
  LIMITS,
  MESSAGES,
  optionalText,
  requiredDate,
  today,
  tooLong,
  type BankKind,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { Payout } from '../payout-types';

/** What the form holds; numbers of checks, or references of transfers outside the file, by agent. */
export interface PayForm {
  paidOn: string;
  reference: string;
  checks: Record<string, string>;
}

export const PAY_FIELDS = ['paidOn', 'reference', 'checks'] as const;

const checkNumber = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(LIMITS.paymentReference, tooLong(LIMITS.paymentReference)),
);

/**
 * Rules of the form. A day to come is a bank day of these accounts; what was paid already was paid on whatever day it was.
 * @param kinds the accounts that are paid by the file
 */
export const paySchemaOf = (kinds: readonly BankKind[], timeZone: string) =>
  v.object({
    paidOn: v.pipe(
      requiredDate(MESSAGES.paymentDate),
      v.check(
        (day) => !isIsoDate(day) || day <= today(timeZone) || bankDaysNextTo(kinds, day) === null,
        'This is no bank day. Choose one next to it.',
      ),
    ),
    reference: optionalText(LIMITS.paymentReference),
    checks: v.pipe(
      v.record(v.string(), checkNumber),
      v.transform((checks) => Object.fromEntries(Object.entries(checks).filter(([, number]) => number))),
    ),
  });

export type Paying = v.InferOutput<ReturnType<typeof paySchemaOf>>;

/**
 * The form as it opens: the planned day, or today where none was chosen.
 * @param otherAgents whom the payment file does not pay
 */
export function payDefaults(
  { payout }: Pick<Payout, 'payout'>,
  otherAgents: readonly { id: string }[],
  timeZone: string,
): PayForm {
  const day = payout.plannedOn ?? today(timeZone);
  return {
    paidOn: day,
    reference: `PAY-${day.slice(0, 7)}`,
    checks: Object.fromEntries(otherAgents.map(({ id }) => [id, ''])),
  };
}
