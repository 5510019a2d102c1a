import {
  isIsoDate,
  LIMITS,
  MESSAGES,
  moneyText,
  optionalDate,
  optionalText,
  percentText,
  requiredDate,
  requiredText,
  returnOnOrAfter,
  sumsOfLines,
  type MoneyReading,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import { lineSchema } from './lines/line-schema';
import type { Picked } from './sale-values';

/** The id of whoever was chosen in a picker; an empty one is nobody. */
const chosen = (missing: string) => v.pipe(v.string(), v.nonEmpty(missing));

/** A payment of the plan; an amount that is left out is the rest, of a final payment alone. */
const plannedIn = (money: MoneyReading) =>
  v.pipe(
    v.object({
      kind: v.picklist(['deposit', 'final']),
      amount: moneyText(money),
      dueOn: requiredDate('Enter the day it is due.'),
      remind: v.boolean(),
    }),
    v.forward(
      v.partialCheck(
        [['kind'], ['amount']],
        ({ kind, amount }) => (amount === null ? kind === 'final' : amount > 0),
        'Enter the amount of the deposit.',
      ),
      ['amount'],
    ),
  );
/** The shares beside the seller's: of each a person and a part, which leave the seller more than nothing. */
const shares = v.pipe(
  v.array(
    v.object({
      userId: chosen('Choose the agent for each share.'),
      role: v.picklist(['co_seller', 'referral']),
      percent: v.pipe(
        percentText('Enter the part.'),
        v.check(
          (percent) => percent === null || (percent > 0 && percent < 100),
          'Enter a part above 0 and below 100 percent.',
        ),
        v.transform((percent) => percent ?? 0),
      ),
    }),
  ),
  v.check(
    (people) => people.reduce((sum, { percent }) => sum + Math.round(percent * 100), 0) < 10_000,
    'The parts come to 100 % or more. Leave the seller more than 0.',
  ),
);

const entriesIn = (money: MoneyReading) => ({
  customerId: chosen(MESSAGES.customer),
  travelerIds: v.array(v.string()),
  vendorId: chosen(MESSAGES.vendor),
  agentId: chosen(MESSAGES.agent),
  bookingReference: requiredText(MESSAGES.bookingReference, LIMITS.bookingReference),
  saleDate: requiredDate(MESSAGES.saleDate),
  travelDate: optionalDate(),
  returnDate: optionalDate(),
  totalAmount: moneyText(money, MESSAGES.totalAmount),
  notes: optionalText(LIMITS.notes),
  lines: v.array(lineSchema(money)),
  paymentPlan: v.array(plannedIn(money)),
  coSellers: shares,
  commissionBasis: v.picklist(['rate', 'amount']),
  groupId: v.pipe(
    v.string(),
    v.transform((id) => id || null),
  ),
  picked: v.custom<Picked>(() => true),
});

/** The number that follows from what was typed: neither checked nor sent. */
const following = v.pipe(
  v.string(),
  v.transform(() => null),
);

interface Dates {
  travelDate: string | null;
  returnDate: string | null;
}

/** ISO dates compare as text; what is no date is told at its own field. */
const returnsInTime = ({ travelDate, returnDate }: Dates) =>
  !isIsoDate(travelDate) || !isIsoDate(returnDate) || returnDate >= travelDate;

const rateSchema = (money: MoneyReading) =>
  v.pipe(
    v.object({
      ...entriesIn(money),
      commissionRate: percentText(MESSAGES.commissionRate),
      commissionAmount: following,
    }),
    v.forward(
      v.partialCheck([['travelDate'], ['returnDate']], returnsInTime, ({ input }) =>
        returnOnOrAfter(input.travelDate ?? ''),
      ),
      ['returnDate'],
    ),
  );

const amountSchema = (money: MoneyReading) =>
  v.pipe(
    v.object({
      ...entriesIn(money),
      commissionRate: following,
      commissionAmount: moneyText(money, MESSAGES.commissionAmount),
    }),
    v.forward(
      v.partialCheck([['travelDate'], ['returnDate']], returnsInTime, ({ input }) =>
        returnOnOrAfter(input.travelDate ?? ''),
      ),
      ['returnDate'],
    ),
    v.forward(
      v.partialCheck(
        [['totalAmount'], ['commissionAmount']],
        // At a total of 0 the amount stands alone: the rate is 0.
        ({ totalAmount, commissionAmount }) => !totalAmount || (commissionAmount ?? 0) <= totalAmount,
        MESSAGES.commissionOverTotal,
      ),
      ['commissionAmount'],
    ),
  );

/** With lines the amounts are their sums: neither checked nor sent. */
const linesSchema = (money: MoneyReading) =>
  v.pipe(
    v.object({
      ...entriesIn(money),
      totalAmount: following,
      commissionRate: following,
      commissionAmount: following,
      lines: v.pipe(v.array(lineSchema(money)), v.maxLength(60, 'A sale has at most 60 lines.')),
    }),
    v.forward(
      v.partialCheck([['travelDate'], ['returnDate']], returnsInTime, ({ input }) =>
        returnOnOrAfter(input.travelDate ?? ''),
      ),
      ['returnDate'],
    ),
    v.forward(
      v.partialCheck(
        [['lines']],
        ({ lines }) => {
          const { through, commission } = sumsOfLines(lines);
          return through >= 0 && commission >= 0 && commission <= through;
        },
        MESSAGES.commissionOverTotal,
      ),
      ['lines'],
    ),
  );

/** A form that passed: text trimmed, empty optional fields `null`, numbers for the basis that was typed. */
export type CheckedSale =
  | v.InferOutput<ReturnType<typeof rateSchema>>
  | v.InferOutput<ReturnType<typeof amountSchema>>
  | v.InferOutput<ReturnType<typeof linesSchema>>;

const isAmountBased = (values: unknown): boolean =>
  typeof values === 'object' &&
  values !== null &&
  'commissionBasis' in values &&
  values.commissionBasis === 'amount';

const hasLines = (values: unknown): boolean =>
  typeof values === 'object' &&
  values !== null &&
  'lines' in values &&
  Array.isArray(values.lines) &&
  values.lines.length > 0;

/**
 * The rules of the form: those of the database, earlier and with the same messages. Of rate and amount the typed one is checked.
 * @param money whose amounts are typed
 */
export function saleSchema(money: MoneyReading) {
  const [byRate, byAmount, byLines] = [rateSchema(money), amountSchema(money), linesSchema(money)];
  return v.lazy((values) => (hasLines(values) ? byLines : isAmountBased(values) ? byAmount : byRate));
}
