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
  type MoneyReading,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { Picked } from './sale-values';

/** The id of whoever was chosen in a picker; an empty one is nobody. */
const chosen = (missing: string) => v.pipe(v.string(), v.nonEmpty(missing));

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
  commissionBasis: v.picklist(['rate', 'amount']),
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

/** A form that passed: text trimmed, empty optional fields `null`, numbers for the basis that was typed. */
export type CheckedSale =
  | v.InferOutput<ReturnType<typeof rateSchema>>
  | v.InferOutput<ReturnType<typeof amountSchema>>;

const isAmountBased = (values: unknown): boolean =>
  typeof values === 'object' &&
  values !== null &&
  'commissionBasis' in values &&
  values.commissionBasis === 'amount';

/**
 * The rules of the form: those of the database, earlier and with the same messages. Of rate and amount the typed one is checked.
 * @param money whose amounts are typed
 */
export function saleSchema(money: MoneyReading) {
  const [byRate, byAmount] = [rateSchema(money), amountSchema(money)];
  return v.lazy((values) => (isAmountBased(values) ? byAmount : byRate));
}
