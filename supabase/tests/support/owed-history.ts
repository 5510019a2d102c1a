import { ask, createAccount } from './bank';
import { deposit, match, type MatchAnswer } from './bank-matches';
import { call, type Done } from './directory';
import { moneyOf, type ManualReceipt } from './owed-oracle';
import { sql } from './database';
import {
  commissionOf,
  createTestAgency,
  createVendor,
  readyToPay,
  untyped,
  type TestAgency,
} from './test-agency';

/** An agency whose vendors pay, late, short and not at all, and what a test knows of it. */
export interface OwedHistory {
  agency: TestAgency;
  vendors: string[];
  manual: Map<string, ManualReceipt>;
  /** Does one thing that an agency does, at random; what is refused changes nothing. */
  step: () => Promise<void>;
}

const DAY = 86_400_000;
const dayFromToday = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** Sales of two agents with three vendors, one without terms, around today. @param below a random whole number below a limit */
export async function createOwedHistory(
  sales: number,
  below: (limit: number) => number,
): Promise<OwedHistory> {
  const agency = await createTestAgency();
  const vendors = [agency.vendorId];
  for (const [days, basis] of [
    [20, 'booking'],
    [10, 'departure'],
  ] as const) {
    const id = await createVendor(agency.organizationId);
    await sql(
      'update public.vendor_terms set expected_payment_days = $2, expected_payment_basis = $3 where vendor_id = $1',
      [id, days, basis],
    );
    vendors.push(id);
  }
  const saleIds: string[] = [];
  for (let n = 0; n < sales; n += 1) {
    const booked = -below(200);
    const sale = await agency.sale({
      agent: below(3) === 0 ? agency.rival : agency.agent,
      vendor: vendors[below(vendors.length)] ?? agency.vendorId,
      reference: `OW-${1000 + n}`,
      sold: dayFromToday(booked),
      amount: 500 + below(90_000) / 100,
      ...(below(4) > 0 && { departs: dayFromToday(booked + below(120)) }),
    });
    saleIds.push(sale.id);
  }
  const account = await createAccount(agency.admin);
  const manual = new Map<string, ManualReceipt>();
  const groups: string[] = [];
  const pick = () => saleIds[below(saleIds.length)] ?? '';
  /** All of an amount, or a part of it. */
  const some = (amount: number) =>
    below(2) === 0 ? amount : Math.max(Math.round(amount * (20 + below(79))) / 100, 0.01);

  async function receive(): Promise<void> {
    const { id, amount } = await commissionOf(pick());
    const received = some(Number(amount));
    const writesOff = received < Number(amount) && below(2) === 0;
    const { success } = await call<Done>(agency.admin, 'record_receipt', {
      commission_id: id,
      received_on: dayFromToday(-below(30)),
      received_amount: received,
      ...(writesOff && { write_off_reason: 'Bank fee' }),
    });
    if (success)
      manual.set(id, {
        amount: received,
        writtenOff: writesOff ? Math.round((Number(amount) - received) * 100) / 100 : 0,
      });
  }

  async function takeBackReceipt(): Promise<void> {
    const id = [...manual.keys()][below(Math.max(manual.size, 1))];
    if (!id) return;
    const { success } = await call<Done>(agency.admin, 'record_receipt', { commission_id: id });
    if (success) manual.delete(id);
  }

  async function matchSome(takesBack: boolean): Promise<void> {
    const { id } = await commissionOf(pick());
    const [row] = await sql<{ open: string; deposited: string }>(
      'select undeposited_amount as open, deposited_amount as deposited from public.commissions where id = $1',
      [id],
    );
    const whole = Number(takesBack ? row?.deposited : row?.open);
    if (!(whole > 0)) return;
    const amount = some(whole);
    const rest = Math.round((whole - amount) * 100) / 100;
    const signed = takesBack ? -amount : amount;
    const answer: MatchAnswer = await match(
      agency.admin,
      await deposit(agency.admin, account, signed.toFixed(2)),
      [
        {
          commission_id: id,
          amount: signed,
          ...(!takesBack && rest > 0 && below(3) === 0 && { write_off: rest, reason: 'Fee' }),
        },
      ],
    );
    if (answer.success) groups.push(answer.group_id);
  }

  async function undo(): Promise<void> {
    const group = groups[below(Math.max(groups.length, 1))];
    // Refused where the vendor took commission of it back since.
    if (group) await ask(agency.admin, 'undo_bank_decision', { group_id: group });
  }

  async function payAgent(): Promise<void> {
    const ready = await readyToPay(agency, pick()).catch(() => null);
    if (ready) await call<Done>(agency.admin, 'record_agent_payment', ready);
  }

  const steps = [
    receive,
    receive,
    takeBackReceipt,
    () => matchSome(false),
    () => matchSome(false),
    () => matchSome(true),
    undo,
    payAgent,
    payAgent,
    // Where the sale is paid or cancelled this is refused, and so it is in the product.
    async () => void (await untyped(agency.admin.api, 'sales').update({ status: 'paid' }).eq('id', pick())),
    async () => {
      if (below(3) === 0)
        await untyped(agency.admin.api, 'sales').update({ status: 'cancelled' }).eq('id', pick());
    },
    async () => {
      const { rows } = await moneyOf(agency.organizationId, manual);
      // The due day of what is paid in full is history.
      const open = rows.filter(({ status, open: left }) => status === 'unpaid' && left > 0);
      const row = open[below(Math.max(open.length, 1))];
      if (row)
        await untyped(agency.admin.api, 'sales')
          .update({ travel_date: dayFromToday(30 - below(120)) })
          .eq('id', row.saleId);
    },
    async () => {
      const receipts_tracked_since = below(3) === 0 ? null : dayFromToday(-below(150));
      await agency.owner.api
        .from('organizations')
        .update({ receipts_tracked_since })
        .eq('id', agency.organizationId);
    },
  ];
  return { agency, vendors, manual, step: async () => steps[below(steps.length)]?.() };
}
