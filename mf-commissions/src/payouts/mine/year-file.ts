import type { CamelCased } from '@paperplane/shared/domain';
import {
  api,
  databaseDoor,
  overrideExisting,
  rows,
  saveFile,
  type Db,
  type useAppDispatch,
} from '@paperplane/shared/platform';
import { yearCsv, type SinglePayment } from '../files/statement-csv';
import type { PaidStatement, PayoutContract } from '../payout-types';

const ask = databaseDoor<PayoutContract>();

interface Year {
  agentId: string;
  year: number;
}

/** What the database answers with at most, so that the next rows are asked for. */
const AT_ONCE = 1000;

const SINGLE = `amount, payment_date, payment_voids(id),
  commission:commissions!agent_payments_commission_id_fkey(amount, commission_split, received_on,
    sale:sales!commissions_sales_id_fkey(booking_reference,
      customer:customers!sales_customer_id_fkey(first_name, last_name), vendor:vendors!sales_vendor_id_fkey(name)))` as const;

const singlesOf = (db: Db, { agentId, year }: Year, from: number) =>
  db
    .from('agent_payments')
    .select(SINGLE)
    .eq('agent_id', agentId)
    .is('batch_id', null)
    .is('payment_voids', null)
    .gte('payment_date', `${year}-01-01`)
    .lte('payment_date', `${year}-12-31`)
    .order('payment_date')
    .order('id')
    .range(from, from + AT_ONCE - 1);

type SingleRow = NonNullable<Awaited<ReturnType<typeof singlesOf>>['data']>[number];

/** The sale may belong to somebody else by now. */
function toSingle({ amount, paymentDate, commission }: CamelCased<SingleRow>): SinglePayment {
  const sale = commission?.sale;
  return {
    paidOn: paymentDate,
    amount,
    bookingReference: sale?.bookingReference ?? null,
    customer: sale?.customer ? `${sale.customer.firstName} ${sale.customer.lastName}` : null,
    vendor: sale?.vendor?.name ?? null,
    receivedOn: commission?.receivedOn ?? null,
    commission: commission?.amount ?? null,
    split: commission?.commissionSplit ?? null,
  };
}

const yearApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Statements of a year, the earliest first, without what came back: what is left comes to the year's sum. A mutation, so that no cache keeps them. */
    readYearStatements: build.mutation({
      ...ask.within('get_statement', async ({ agentId, year }: Year, call, db) => {
        const found = await db
          .from('payout_statements')
          .select('id, payment_voids(id)')
          .eq('agent_id', agentId)
          .is('payment_voids', null)
          .gte('paid_on', `${year}-01-01`)
          .lte('paid_on', `${year}-12-31`)
          .order('paid_on')
          .order('number');
        if (found.error) return found;
        const statements: unknown[] = [];
        for (const { id } of found.data) {
          const answer = await call({ statementId: id });
          if (answer.error) return answer;
          statements.push(answer.data);
        }
        return { ...found, data: statements };
      }),
      transformResponse: (statements: PaidStatement[]) => statements,
    }),

    readYearSingles: build.mutation({
      ...rows((asked: Year) => async (db) => {
        const singles: SingleRow[] = [];
        for (;;) {
          const answer = await singlesOf(db, asked, singles.length);
          if (answer.error) return answer;
          singles.push(...answer.data);
          if (answer.data.length < AT_ONCE) return { ...answer, data: singles };
        }
      }),
      transformResponse: (singles: CamelCased<SingleRow>[]) => singles.map(toSingle),
    }),
  }),
});

/**
 * Saves what an agent was paid in a year as CSV.
 * @returns the file's name; null when nothing was paid
 * @throws AppError
 */
export async function exportYear(
  dispatch: ReturnType<typeof useAppDispatch>,
  { currency, ...asked }: Year & { currency: string },
): Promise<string | null> {
  const { readYearStatements, readYearSingles } = yearApi.endpoints;
  const statements = await dispatch(readYearStatements.initiate(asked, { track: false })).unwrap();
  const singles = await dispatch(readYearSingles.initiate(asked, { track: false })).unwrap();
  if (statements.length === 0 && singles.length === 0) return null;
  const name = `paperplane-payouts-${asked.year}.csv`;
  saveFile(name, 'text/csv;charset=utf-8', yearCsv(statements, singles, currency));
  return name;
}
