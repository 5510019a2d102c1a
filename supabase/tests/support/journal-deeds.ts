import { outcome, type Deed, type Deeds } from './agreements-deeds';
import { oneOf, type World } from './agreements-world';
import { ask, importLines, line } from './bank';
import { match } from './bank-matches';
import { addDays } from './dashboard';
import { sql } from './database';
import type { Done } from './payouts';

/** What a test knows of an agency's books beside its world. */
export interface Books {
  /** The first day that nothing closes. */
  open: string;
  closedThrough: string | null;
  /** The first month of the journal. */
  since: string | null;
  /** The last day of the last month that was exported. */
  exportedThrough: string | null;
  /** Of exported months, by their first day: which account paid agents when they were. */
  paying: Map<string, string | null>;
  /** The agency's accounts of the bank. */
  accounts: string[];
}

/** A day of the last months, nearly always one that is open. */
export function aDay({ below, today }: World, { open }: Books, back = 300): string {
  const day = addDays(today, -below(back));
  if (day >= open || below(5) === 0) return day;
  return addDays(today, -below(1 + (Date.parse(today) - Date.parse(open)) / 86_400_000));
}

/** Some of an amount, and something is left. */
const someOf = ({ below }: World, cents: number) => Math.min(1 + below(cents), Math.max(cents - 1, 1));

const money = (cents: number) => cents / 100;

interface Row {
  id: string;
  sale: string;
  open: number;
  deposited: number;
  recorded: number;
}

const rowsOf = ({ agency }: World) =>
  sql<Row>(
    `select id, sales_id as sale, (undeposited_amount * 100)::float8 as open, (deposited_amount * 100)::float8 as deposited,
       (manual_amount * 100)::float8 as recorded
     from public.commissions where organization_id = $1 order by created_at, id`,
    [agency.organizationId],
  );

/** What the sale's deeds know of a receipt: that there is one. */
function knowReceipt(world: World, rows: readonly Row[]): void {
  for (const row of rows) {
    const sale = world.sales.find(({ id }) => id === row.sale);
    if (sale) sale.receipt ??= { amount: 0, writtenOff: 0, reduces: false };
  }
}

let texts = 0;

interface Placed {
  parts: object[];
  /** What all of it comes to, in cents. */
  sum: number;
  unclaimed?: number;
  fee?: number;
}

/** A transaction comes to the bank, and an admin says what it is. */
async function place(
  world: World,
  books: Books,
  { parts, sum, unclaimed = 0, fee = 0 }: Placed,
): Promise<true | string> {
  const { agency } = world;
  const cents = sum + unclaimed - fee;
  if (cents === 0) return 'a transaction of nothing';
  texts += 1;
  const { rows } = await importLines(agency.admin, oneOf(world, books.accounts) ?? '', [
    line(1, `DEPOSIT BRANCH ${texts}`, money(cents).toFixed(2), { booked_on: aDay(world, books, 200) }),
  ]);
  const [transaction] = rows;
  if (!transaction) throw new Error('Nothing was imported');
  const said = { unclaimed: money(unclaimed), fee: money(fee) };
  return outcome(await match(agency.admin, transaction, parts, said));
}

/** A deposit of one to three commissions, each in full, short or more, beside a fee and what is unclaimed. */
const deposit =
  (books: Books): Deed =>
  async (world) => {
    const { below } = world;
    const open = (await rowsOf(world)).filter((row) => row.open > 2 && row.recorded === 0);
    const chosen = [...new Set(Array.from({ length: 1 + below(3) }, () => oneOf(world, open)))].filter(
      (row) => row !== undefined,
    );
    if (chosen.length === 0) return false;
    const parts = chosen.map((row) => {
      const how = below(5);
      const cents = how < 2 ? row.open : how === 2 ? row.open + 1 + below(900) : someOf(world, row.open);
      const off = how === 4 ? someOf(world, row.open - cents) : 0;
      const written = off > 0 && cents + off <= row.open && { write_off: money(off), reason: 'Short' };
      return { commission_id: row.id, amount: money(cents), ...written };
    });
    const done = await place(world, books, {
      ...{ parts, sum: parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) },
      ...{ unclaimed: below(3) ? 0 : 1 + below(5000), fee: below(3) ? 0 : 1 + below(90) },
    });
    if (done === true) knowReceipt(world, chosen);
    return done;
  };

/** A deposit takes the place of what an admin had recorded. */
const depositForReceipt =
  (books: Books): Deed =>
  async (world) => {
    const { below } = world;
    const row = oneOf(
      world,
      (await rowsOf(world)).filter(({ recorded }) => recorded > 1),
    );
    if (!row) return false;
    const cents = below(2) ? row.recorded : someOf(world, row.recorded);
    const rest = cents < row.recorded && { rest: below(2) ? 'received' : 'open' };
    const part = { commission_id: row.id, amount: money(cents), ...rest, keep_day: below(2) === 0 };
    return place(world, books, { parts: [part], sum: cents });
  };

/** Nobody knows what for. */
const depositUnclaimed =
  (books: Books): Deed =>
  (world) =>
    place(world, books, { parts: [], sum: 0, unclaimed: 100 + world.below(90_000) });

/** A vendor takes back by the bank: alone, or off another deposit. */
const takeBack =
  (books: Books): Deed =>
  async (world) => {
    const { below } = world;
    const rows = await rowsOf(world);
    const row = oneOf(
      world,
      rows.filter(({ deposited }) => deposited > 1),
    );
    if (!row) return false;
    const cents = below(2) ? row.deposited : someOf(world, row.deposited);
    const parts = [{ commission_id: row.id, amount: -money(cents) }];
    const unclaimed = below(2) ? 0 : cents + 100 + below(5000);
    return place(world, books, { parts, sum: -cents, unclaimed });
  };

/** A deposit pays a penalty or a bonus, or explains what was recorded of it. */
const depositOther =
  (books: Books): Deed =>
  async (world) => {
    const { agency, below } = world;
    const others = await sql<{ id: string; cents: number; received: number | null }>(
      `select id, (amount * 100)::float8 as cents, (received_amount * 100)::float8 as received from public.other_commissions
       where organization_id = $1 and kind <> 'service_fee' and status <> 'cancelled' order by created_at, id`,
      [agency.organizationId],
    );
    const one = oneOf(world, others);
    if (!one) return false;
    const cents = one.received ?? (below(2) ? one.cents : someOf(world, one.cents));
    if (cents < 1) return false;
    const parts = [{ commission_id: one.id, is_other: true, amount: money(cents) }];
    const unclaimed = below(3) ? 0 : 1 + below(400);
    return place(world, books, { parts, sum: cents, unclaimed });
  };

/** Rent or wages: nothing of the journal. */
const notOurs =
  (books: Books): Deed =>
  async (world) => {
    const { agency, below } = world;
    texts += 1;
    const { rows } = await importLines(agency.admin, oneOf(world, books.accounts) ?? '', [
      line(1, `PAYROLL ${texts}`, (-(1 + below(90_000)) / 100).toFixed(2), {
        booked_on: aDay(world, books, 200),
      }),
    ]);
    if (below(2)) return true;
    const transactions = rows.map(({ id, version }) => ({ id, version }));
    return outcome(
      await ask<Done>(agency.admin, 'set_aside_bank_transactions', { transactions, category: 'other' }),
    );
  };

/** What was unclaimed pays something after all. */
const claim: Deed = async (world) => {
  const { agency } = world;
  const waiting = await sql<{ id: string; version: number; cents: number }>(
    `select t.id, t.version, (t.amount * 100)::float8 as cents from public.bank_transactions t
     where t.organization_id = $1 and t.status = 'matched' and t.unclaimed_amount = t.amount and t.amount > 0 order by t.created_at, t.id`,
    [agency.organizationId],
  );
  const one = oneOf(world, waiting);
  const row = oneOf(
    world,
    (await rowsOf(world)).filter(({ open, recorded }) => open > 2 && recorded === 0),
  );
  if (!one || !row) return false;
  const cents = Math.min(one.cents, row.open);
  const parts = [{ commission_id: row.id, amount: money(cents) }];
  const done = outcome(await match(agency.admin, one, parts, { unclaimed: money(one.cents - cents) }));
  if (done === true) knowReceipt(world, [row]);
  return done;
};

const undoMatch: Deed = async (world) => {
  const { agency } = world;
  const groups = await sql<{ id: string }>(
    `select d.group_id as id from public.bank_decisions d join public.bank_transactions t on t.id = d.transaction_id
     where d.organization_id = $1 and d.action = 'match' and t.status = 'matched' order by d.decided_at, d.id`,
    [agency.organizationId],
  );
  const one = oneOf(world, groups);
  if (!one) return false;
  return outcome(await ask<Done>(agency.admin, 'undo_bank_decision', { group_id: one.id }));
};

const undoImport: Deed = async (world) => {
  const { agency } = world;
  const imports = await sql<{ id: string }>(
    `select id from public.bank_imports where organization_id = $1 and status = 'done' order by created_at, id`,
    [agency.organizationId],
  );
  const one = oneOf(world, imports);
  if (!one) return false;
  return outcome(await ask<Done>(agency.admin, 'undo_bank_import', { import_id: one.id }));
};

/** What the bank does. */
export const bankDeeds = (books: Books): Deeds => [
  ['deposit', 12, deposit(books)],
  ['deposit for a receipt', 4, depositForReceipt(books)],
  ['deposit of nobody', 2, depositUnclaimed(books)],
  ['unclaimed money is claimed', 3, claim],
  ['deposit of a penalty or a bonus', 4, depositOther(books)],
  ['the bank takes back', 4, takeBack(books)],
  ['rent or wages', 1, notOurs(books)],
  ['undo a match', 4, undoMatch],
  ['undo an import', 1, undoImport],
];
