import { roundHalfAway } from '@paperplane/shared/domain';
import { USUAL_PAY_DAY, USUAL_SALE, type SaleWords } from './words';

/** A sale as tests without a database say it: by a rate, and who takes part in it by name. */
export interface SaleRowWords extends Omit<SaleWords, 'commission' | 'travelers'> {
  agent?: string;
}

function person(id: string, name: string) {
  const [first_name = '', last_name = ''] = name.split(' ');
  return { id, first_name, last_name };
}

/** What the words say became of a sale and of its commission. */
function statesOf({ paid, received, agentPaid, cancelled }: SaleWords) {
  if (cancelled) return { sale: 'cancelled', commission: 'cancelled' } as const;
  if (agentPaid) return { sale: 'paid', commission: 'agent_paid' } as const;
  const commission = paid || received ? 'funds_received' : 'unpaid';
  return { sale: paid ? 'paid' : 'booked', commission } as const;
}

/** The row of a sale of these words with all that is asked beside it. Its agent keeps 60%. */
export function saleRow(words: SaleRowWords = {}) {
  const { customer = 'Vera Lind', vendor = 'Blue Fleet', agent = 'Nora Quist', ...said } = words;
  const { reference, sold, amount, rate } = { ...USUAL_SALE, ...said };
  const commission = roundHalfAway((amount * rate) / 100, 2);
  const { departs = null, returns = null, currency = 'USD', notes = null, received, agentPaid } = said;
  const states = statesOf(said);
  const share = roundHalfAway(commission * 0.6, 2);
  const receipt = typeof received === 'string' ? { on: received, amount: commission } : received;
  const payment = agentPaid
    ? {
        id: 'p1',
        amount: share,
        payment_date: agentPaid === true ? USUAL_PAY_DAY : agentPaid,
        payment_method: 'bank_transfer' as const,
        reference: 'PAY-1',
      }
    : null;
  return {
    id: 's1',
    organization_id: 'o1',
    customer_id: 'k1',
    vendor_id: 'v1',
    agent_id: 'u1',
    booking_reference: reference,
    sale_date: sold,
    travel_date: departs,
    return_date: returns,
    total_amount: amount,
    commission_amount: commission,
    commission_rate: rate,
    commission_basis: 'rate' as const,
    currency,
    status: states.sale,
    notes,
    version: 1,
    created_at: `${sold}T16:20:00+00:00`,
    updated_at: `${sold}T16:20:00+00:00`,
    customer: { ...person('k1', customer), email: null, phone: null },
    agent: { ...person('u1', agent), avatar_url: null },
    vendor: { id: 'v1', name: vendor, logo_url: null, default_commission_rate: rate },
    payment_plan: [],
    dues: [],
    payments: [],
    travelers: [],
    commission: {
      id: 'c1',
      status: states.commission,
      amount: commission,
      commission_split: 60,
      agent_amount: share,
      received_on: receipt?.on ?? null,
      received_amount: receipt?.amount ?? null,
      payment,
    },
  };
}

/** The row of its commission, with the sale beside it. */
export function commissionRow(words: SaleRowWords = {}) {
  const { commission, agent, ...sale } = saleRow(words);
  const { payment, ...money } = commission;
  return {
    ...money,
    organization_id: 'o1',
    agent_id: agent.id,
    notes: null,
    received_how: money.received_on === null ? null : ('word' as const),
    written_off: 0,
    manual_write_off_reason: null,
    open_amount: roundHalfAway(money.amount - (money.received_amount ?? 0), 2),
    created_at: sale.created_at,
    sale,
    agent,
    payments: payment
      ? [{ ...payment, notes: null, created_at: `${payment.payment_date}T10:00:00+00:00`, creator: null }]
      : [],
  };
}
