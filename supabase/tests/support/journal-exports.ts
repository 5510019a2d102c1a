import { isDeepStrictEqual } from 'node:util';
import { randomUUID } from 'node:crypto';
import { outcome, type Deed } from './agreements-deeds';
import { oneOf, type World } from './agreements-world';
import { ask, createAccount } from './bank';
import { addDays } from './dashboard';
import { endOfMonth } from './journal-books-deeds';
import type { Books } from './journal-deeds';
import { added, asText, type Basis, type JournalLedger, type LedgerLine } from './journal-ledger';
import type { Done } from './payouts';

const ACCOUNTS = [
  ...[
    'receivable',
    'commission_income',
    'fees_receivable',
    'service_fees',
    'agents_expense',
    'agents_payable',
  ],
  ...['recalled', 'bank_fees', 'written_off', 'voided', 'unclaimed', 'undeposited', 'customers_money'],
];

interface ExportedLine {
  line: number;
  entry: number;
  day: string;
  kind: string;
  source_id: string;
  account: string;
  number: string | null;
  amount: number;
}

/** The exports of an agency, as they were when they were made. */
export class JournalExports {
  private readonly made: { id: string; month: string; lines: ExportedLine[] }[] = [];
  private readonly numbers = new Map<string, string>();

  constructor(
    private readonly world: World,
    private readonly books: Books,
    private readonly ledger: JournalLedger,
    private readonly basis: Basis,
  ) {}

  /** The owner chooses recognition and the first month, and says which account is which. */
  readonly begin: Deed = async ({ agency, below, today }) => {
    const { books, basis } = this;
    if (books.since) return false;
    const since = addDays(endOfMonth(today, -9 + below(4)), 1);
    const paying_account_id = below(2) ? books.accounts[0] : null;
    const done = outcome(
      await ask<Done>(agency.owner, 'save_journal_settings', { basis, since, paying_account_id }),
    );
    if (done !== true) return done;
    books.since = since;
    for (const account of ACCOUNTS) await this.map(account);
    for (const bank of [...books.accounts, null]) await this.map('bank', bank);
    return true;
  };

  private async map(account: string, bank_account_id: string | null = null): Promise<void> {
    const number = `${1000 + this.numbers.size}`;
    const said = { account, bank_account_id, number, name: `Account ${number}` };
    const mapped = outcome(await ask<Done>(this.world.agency.owner, 'map_journal_account', said));
    if (mapped !== true) throw new Error(mapped);
    this.numbers.set(number, account === 'bank' ? `bank ${bank_account_id}` : account);
  }

  /** From another account payments are paid, from now on, in all months that are not exported. */
  readonly payFrom: Deed = async (world) => {
    const { books, basis } = this;
    if (!books.since) return false;
    const paying_account_id = oneOf(world, [...books.accounts, null]);
    const said = { basis, since: books.since, paying_account_id };
    return outcome(await ask<Done>(world.agency.owner, 'save_journal_settings', said));
  };

  /** The agency has another account of the bank. */
  readonly openAccount: Deed = async ({ agency }) => {
    const { books } = this;
    if (books.accounts.length > 2) return false;
    const account = await createAccount(agency.admin);
    books.accounts.push(account);
    if (books.since) await this.map('bank', account);
    return true;
  };

  /** The next month is exported: it says what the ledger says, and every line of it is told with its account. */
  readonly export: Deed = async ({ agency, today }) => {
    const { books, basis, ledger } = this;
    if (!books.since) return false;
    const month = books.exportedThrough ? addDays(books.exportedThrough, 1) : books.since;
    if (endOfMonth(month) >= today) return false;
    const made = await ask<Done & { id: string }>(agency.owner, 'export_journal', {
      ...{ month, format: 'csv', request_key: randomUUID() },
    });
    if (!made.success) return outcome(made);
    books.exportedThrough = endOfMonth(month);
    books.paying.set(month, ledger.paying);
    const closed = books.closedThrough ?? '';
    books.closedThrough = closed > books.exportedThrough ? closed : books.exportedThrough;
    const lines = await this.read(made.id);
    const told = this.told(lines);
    const kept = ledger.lines(basis).filter(({ day }) => day >= month && day <= endOfMonth(month));
    expect({ month, lines: asText(told) }).toEqual({ month, lines: asText(kept) });
    const entries = new Set(lines.map(({ day, kind, source_id }) => `${day} ${kind} ${source_id}`)).size;
    expect(new Set(lines.map(({ entry }) => entry)).size).toBe(entries);
    this.made.push({ id: made.id, month, lines });
    return true;
  };

  private told(lines: readonly ExportedLine[]): LedgerLine[] {
    return added(
      lines.map(({ day, kind, source_id, number, amount }) => ({
        ...{ day, origin: `${kind} ${source_id}`, cents: Math.round(amount * 100) },
        account: this.numbers.get(number ?? '') ?? '',
      })),
    );
  }

  private async read(id: string): Promise<ExportedLine[]> {
    const lines: ExportedLine[] = [];
    for (;;) {
      const part = await ask<ExportedLine[]>(this.world.agency.owner, 'read_journal_export', {
        ...{ export_id: id, after_line: lines.at(-1)?.line ?? 0 },
      });
      if (part.length === 0) return lines;
      lines.push(...part);
    }
  }

  /** Exports that say something else than on their day, or something twice, or a month that is not theirs. */
  async wrong(): Promise<unknown[]> {
    const { world, ledger, basis, books, made } = this;
    const one = oneOf(world, made);
    const now = one && (await this.read(one.id));
    const changed =
      one && !isDeepStrictEqual(now, one.lines) ? [{ month: one.month, told: now, was: one.lines }] : [];
    // Each entry is in one export: together they are the ledger of these months, once, and agents are paid from the account of its day.
    const told = asText(this.told(made.flatMap(({ lines }) => lines)));
    const once = asText(
      made.flatMap(({ month }) =>
        ledger
          .lines(basis, books.paying.get(month))
          .filter(({ day }) => day >= month && day <= endOfMonth(month)),
      ),
    );
    return isDeepStrictEqual(told, once) ? changed : [...changed, { exported: told, once }];
  }
}
