/**
 * An agency's books as docs/product/books.md says them, kept by hand beside the journal: of each fact what stands where, posted when it was recorded
 * and when it changed. Nothing here asks the journal; money in cents.
 */
export type Basis = 'expected' | 'received';

/** The account from which agents are paid: which one that is, is said once for all months that are not exported. */
export const PAYS = 'pays';

/** What one row says now: an amount that leaves one account for another on a day. */
export interface LedgerFact {
  /** The fact's name, its row, and whose it is: given to somebody else it is another fact. */
  key: string;
  /** Of which name of the table `Entries of the journal`. */
  fact: string;
  day: string;
  cents: number;
  /** With what else it is one entry. */
  origin: string;
  /** The account of the bank it is of; `PAYS` of payments to agents, null of what is of none. */
  bank: string | null;
}

/** What stands on a day of a fact. */
type Posted = Omit<LedgerFact, 'key'>;

/** A line of an entry: above nothing it is debit. */
export interface LedgerLine {
  day: string;
  origin: string;
  account: string;
  cents: number;
}

type Pair = readonly [debit: string, credit: string] | null;

const TO_BANK = (account: string): Pair => ['bank', account];
const same = (pair: Pair) => [pair, pair] as const;
const accrued = (debit: string, credit: string) => [[debit, credit] as const, null] as const;

/** Accounts of each fact by recognition: expected, received. */
const ACCOUNTS: Record<string, readonly [expected: Pair, received: Pair]> = {
  expected: accrued('receivable', 'commission_income'),
  fee_expected: accrued('fees_receivable', 'service_fees'),
  share: accrued('agents_expense', 'agents_payable'),
  receipt: [TO_BANK('receivable'), TO_BANK('commission_income')],
  recall: same(['recalled', 'bank']),
  recorded: [
    ['undeposited', 'receivable'],
    ['undeposited', 'commission_income'],
  ],
  deposited: same(TO_BANK('undeposited')),
  fee_received: [
    ['customers_money', 'fees_receivable'],
    ['customers_money', 'service_fees'],
  ],
  written_off: accrued('written_off', 'receivable'),
  surplus: accrued('receivable', 'commission_income'),
  fee_surplus: accrued('fees_receivable', 'service_fees'),
  fee: same(['bank_fees', 'bank']),
  unclaimed: same(TO_BANK('unclaimed')),
  paid: [
    ['agents_payable', 'bank'],
    ['agents_expense', 'bank'],
  ],
  adjusted: same(['agents_expense', 'bank']),
  paid_again: same(['voided', 'bank']),
  carried: same(['agents_payable', 'bank']),
  voided: same(TO_BANK('voided')),
};

const later = (one: string, other: string) => (one > other ? one : other);

/** The ledger of one agency. */
export class JournalLedger {
  /** What closed months said of a fact when it changed afterwards: it stays, also when they are open again. */
  private readonly kept = new Map<string, Posted[]>();
  /** What stands besides. */
  private readonly standing = new Map<string, Posted>();
  /** Which account pays agents now; null where none is known. */
  paying: string | null = null;
  private readonly seen = new Set<string>();
  private last = new Map<string, LedgerFact>();
  /** By fact, the first open day of when a closed day of it was changed; reopening the books moves nothing back. */
  private readonly floors = new Map<string, string>();

  /** Looks at all rows after something was done; `open` is the first open day. */
  observe(facts: readonly LedgerFact[], open: string): void {
    const now = new Map(facts.map((fact) => [fact.key, fact]));
    if (now.size !== facts.length) throw new Error('A fact was told twice');
    for (const [key, before] of this.last)
      if (!now.has(key)) this.change({ ...before, cents: 0, day: open }, open);
    for (const [key, fact] of now) {
      this.seen.add(fact.fact);
      const before = this.last.get(key);
      if (before?.cents !== fact.cents || before.day !== fact.day || before.bank !== fact.bank)
        this.change(fact, open);
    }
    this.last = now;
  }

  /** Which facts never were; the surplus of a fee, of a paid sale that is cancelled, is left to chance. */
  unseen(): string[] {
    return Object.keys(ACCOUNTS).filter((fact) => fact !== 'fee_surplus' && !this.seen.has(fact));
  }

  private change({ key, ...now }: LedgerFact, open: string): void {
    const stood = this.standing.get(key);
    this.standing.delete(key);
    const kept = this.kept.get(key) ?? [];
    if (stood && stood.day < open) kept.push(stood);
    if (kept.length > 0) this.kept.set(key, kept);
    // Where something of it is closed, what is said now is said on the first open day, or on its own where that is later.
    if (kept.length > 0 || now.day < open) this.floors.set(key, later(this.floors.get(key) ?? '', open));
    const rest = now.cents - kept.reduce((sum, { cents }) => sum + cents, 0);
    const day = later(now.day, this.floors.get(key) ?? '');
    if (rest !== 0) this.standing.set(key, { ...now, day, cents: rest });
  }

  private posted(): Posted[] {
    return [...[...this.kept.values()].flat(), ...this.standing.values()];
  }

  /**
   * Every line of every entry, by day, origin and account; an account whose sides are even in an entry has none.
   * @param paying the account that pays agents, where it is not that of now
   */
  lines(basis: Basis, paying = this.paying): LedgerLine[] {
    return added(
      this.posted().flatMap(({ fact, day, origin, bank, cents }) => {
        const pair = ACCOUNTS[fact]?.[basis === 'expected' ? 0 : 1];
        if (pair === undefined) throw new Error(`There is no fact ${fact}`);
        if (pair === null) return [];
        const [debit, credit] = pair.map((account) =>
          account === 'bank' ? `bank ${bank === PAYS ? paying : bank}` : account,
        );
        return [
          { day, origin, account: debit ?? '', cents },
          { day, origin, account: credit ?? '', cents: -cents },
        ];
      }),
    );
  }
}

/** Of each entry what all its lines say of one account. */
export function added(lines: readonly LedgerLine[]): LedgerLine[] {
  const sums = new Map<string, LedgerLine>();
  for (const line of lines) {
    const key = `${line.day} ${line.origin} ${line.account}`;
    sums.set(key, { ...line, cents: (sums.get(key)?.cents ?? 0) + line.cents });
  }
  return [...sums.values()].filter(({ cents }) => cents !== 0);
}

/** Lines as they can be read and compared. */
export const asText = (lines: readonly LedgerLine[]): string[] =>
  lines.map(({ day, origin, account, cents }) => `${day} ${origin} ${account} ${cents}`).sort();
