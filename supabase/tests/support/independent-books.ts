import type { Kept } from './independent-figures';
import { atSplits, divided, percentOf, total, type SplitPart } from './independent-money';
import type { Person } from './test-agency';

/** What is agreed with somebody of these books; splits in hundredths of a percent. */
export interface Agreed {
  split: number;
  categories: Readonly<Record<string, number>>;
  tiers: {
    basis: 'sales_booked' | 'commission_expected';
    wholeYear: boolean;
    steps: readonly { from: number; split: number }[];
  } | null;
}
export interface Line {
  kind: string;
  amount: number;
  commission: number;
}
export interface Fact {
  amount: number;
  day: string;
  /** Its booking day. */
  posted: string;
  group?: string;
  writeOff?: number;
}
/** A statement, or a payment alone. */
export interface Payment {
  id: string;
  person: string;
  amount: number;
  day: string;
  posted: string;
  voided: boolean;
  statement: boolean;
  carriedIn: number;
  carriedOut: number;
}
export type Role = 'seller' | 'co_seller' | 'referral' | 'override' | 'override_charge';
/** What somebody has of a commission, a fee or a penalty. */
export interface Share {
  person: string;
  role: Role;
  /** Under which share of the commission an override is. */
  upon: string | null;
  gross: number;
  amount: number;
}
export interface Sale {
  id: string;
  commission: string;
  nth: number;
  reference: string;
  customer: string;
  vendor: string;
  day: string;
  travel: string | null;
  total: number;
  amount: number;
  fee: number;
  lines: Line[] | null;
  /** By the lines with which each person's share was recorded: a later change of the lines changes no split. */
  recorded: Map<string, Line[] | null>;
  seller: string;
  beside: { person: string; role: 'co_seller' | 'referral'; points: number }[];
  status: 'booked' | 'paid' | 'cancelled';
  /** Cancelled, with its sale or alone. */
  cancelled: boolean;
  /** Counts as received. */
  funds: boolean;
  /** Before the first deposit. */
  fundsBefore: boolean;
  deposits: Fact[];
  manual: Fact | null;
  recalls: (Fact & { givenBack: Map<string, number> })[];
  held: boolean;
  /** Paid of it, by person and role. */
  payments: Map<string, number>;
  feePayments: Map<string, number>;
  /** Whether the share is reckoned from what was received. */
  ofReceived: boolean;
  due: string | null;
  version: number;
}

export const keyOf = ({ person, role, upon }: Pick<Share, 'person' | 'role' | 'upon'>): string =>
  `${person} ${role === 'override' || role === 'override_charge' ? `${role} ${upon ?? ''}` : ''}`.trim();

/** The lead of these books: so much of everybody's gross part, and of one person's own part, which that person gives. */
export interface Lead {
  person: string;
  all: number;
  named: string;
  ofNamed: number;
}

export class Books {
  readonly sales: Sale[] = [];
  readonly agreed = new Map<string, Agreed>();
  lead: Lead | null = null;
  closedThrough: string | null = null;
  /** What the closed months said. */
  closed: Kept | null = null;
  /** Paid so far of each line, by sale and key. */
  readonly given = new Map<string, number>();
  /** What waits for the next payout of somebody: recalls, what came back, and what was carried out. */
  readonly waiting = new Map<string, number>();
  readonly payments: Payment[] = [];

  constructor(
    readonly people: readonly Person[],
    readonly today: string,
  ) {}

  points(sale: Sale): number[] {
    const beside = sale.beside.map(({ points }) => points);
    return [10_000 - total(beside, (points) => points), ...beside];
  }

  peopleOf(sale: Sale): { person: string; role: Role }[] {
    return [{ person: sale.seller, role: 'seller' }, ...sale.beside];
  }

  placeOf(sale: Sale, person: string): number {
    return this.peopleOf(sale).findIndex((one) => one.person === person);
  }

  /** What of an amount of the sale is the person's. */
  partOf(sale: Sale, person: string, amount: number): number {
    const place = this.placeOf(sale, person);
    return place < 0 ? 0 : (divided(amount, this.points(sale))[place] ?? 0);
  }

  /** The person's volume of the year's tiers, of these sales; exact percents, rounded once. */
  private volume(person: string, basis: string, sales: readonly Sale[]): number {
    const hundredths = total(sales, (sale) => {
      const place = this.placeOf(sale, person);
      if (place < 0 || sale.status === 'cancelled') return 0;
      if (basis === 'commission_expected' && sale.cancelled) return 0;
      return (this.points(sale)[place] ?? 0) * (basis === 'sales_booked' ? sale.total : sale.amount);
    });
    return Math.round(hundredths / 10_000);
  }

  /** What the tiers say now of a sale. */
  private tierParts(sale: Sale, person: string, agreed: Agreed): SplitPart[] {
    const { tiers, split } = agreed;
    if (!tiers) return [{ weight: 1, points: split }];
    const at = (volume: number) =>
      [...tiers.steps].reverse().find(({ from }) => from <= volume)?.split ?? split;
    if (tiers.wholeYear) return [{ weight: 1, points: at(this.volume(person, tiers.basis, this.sales)) }];
    const earlier = this.sales.filter(
      (other) => other.day < sale.day || (other.day === sale.day && other.nth < sale.nth),
    );
    const before = this.volume(person, tiers.basis, earlier);
    const after = this.volume(person, tiers.basis, [...earlier, sale]);
    if (after <= before) return [{ weight: 1, points: at(before) }];
    const edges = [before, ...tiers.steps.map(({ from }) => from), after].filter(
      (edge) => edge >= before && edge <= after,
    );
    const parts: SplitPart[] = [];
    for (let n = 1; n < edges.length; n += 1) {
      const [from = 0, to = 0] = [edges[n - 1], edges[n]];
      if (to > from) parts.push({ weight: to - from, points: at(from) });
    }
    return parts;
  }

  splitsOf(sale: Sale, person: string, isFee = false): SplitPart[] {
    const agreed = this.agreed.get(person);
    if (!agreed) throw new Error('Nobody of these books');
    const rest = this.tierParts(sale, person, agreed);
    const lines = sale.recorded.get(person) ?? null;
    if (isFee || !lines || Object.keys(agreed.categories).length === 0) return rest;
    return lines
      .filter(({ kind, commission }) => kind !== 'service_fee' && commission !== 0)
      .map(({ kind, commission }) => ({
        weight: commission,
        points: agreed.categories[kind] ?? agreed.split,
      }));
  }

  private sharesIn(sale: Sale, amount: number, isFee: boolean): Share[] {
    const parts = divided(amount, this.points(sale));
    return this.peopleOf(sale).flatMap(({ person, role }, place) => {
      const gross = parts[place] ?? 0;
      const own: Share = {
        ...{ person, role, upon: null, gross },
        amount: atSplits(gross, this.splitsOf(sale, person, isFee)),
      };
      return [own, ...this.overridesUpon(own)];
    });
  }

  private overridesUpon({ person, gross, amount }: Share): Share[] {
    const { lead } = this;
    if (!lead || lead.person === person) return [];
    if (person !== lead.named) {
      const over = percentOf(gross, lead.all);
      return [{ person: lead.person, role: 'override', upon: person, gross: 0, amount: over }];
    }
    const over = percentOf(amount, lead.ofNamed);
    return [
      { person: lead.person, role: 'override', upon: person, gross: 0, amount: over },
      { person, role: 'override_charge', upon: person, gross: 0, amount: -over },
    ];
  }

  /** What people get of the commission, cancelled or not, as the terms and the volumes say. */
  shares(sale: Sale): Share[] {
    const base = sale.ofReceived ? sale.amount - this.writtenOff(sale) : sale.amount;
    return this.sharesIn(sale, base, false);
  }

  feeShares = (sale: Sale): Share[] => (sale.fee === 0 ? [] : this.sharesIn(sale, sale.fee, true));

  received = (sale: Sale): number =>
    sale.deposits.length > 0 ? total(sale.deposits, ({ amount }) => amount) : (sale.manual?.amount ?? 0);
  hasReceipt = (sale: Sale): boolean => sale.deposits.length > 0 || sale.manual !== null;
  receipt(sale: Sale): Fact | null {
    const facts = sale.deposits.length > 0 ? sale.deposits : sale.manual ? [sale.manual] : [];
    return facts.reduce<Fact | null>((last, fact) => (last && last.day > fact.day ? last : fact), null);
  }
  writtenOff = (sale: Sale): number =>
    sale.deposits.length > 0
      ? total(sale.deposits, ({ writeOff = 0 }) => writeOff)
      : (sale.manual?.writeOff ?? 0);
  takenBack = (sale: Sale): number => total(sale.recalls, ({ amount }) => amount);
  open = (sale: Sale): number =>
    sale.cancelled ? 0 : Math.max(sale.amount - this.received(sale) - this.writtenOff(sale), 0);
  isOverdue = (sale: Sale): boolean => this.open(sale) > 0 && sale.due !== null && sale.due < this.today;
  /** What a person has of a commission: their share, overrides, what is taken off, corrections. */
  has = (sale: Sale, person: string | null): number =>
    total(
      this.shares(sale).filter((share) => person === null || share.person === person),
      ({ amount }) => amount,
    );
  givenBack = (sale: Sale, person: string | null): number =>
    total(sale.recalls, ({ givenBack }) =>
      total(givenBack, ([who, amount]) => (person === null || who.startsWith(person) ? amount : 0)),
    );
  /** unpaid, funds_received, agent_paid or cancelled; to a person theirs is paid with their own share. */
  status(sale: Sale, person: string | null = null): string {
    if (sale.cancelled) return 'cancelled';
    if (person !== null && sale.payments.has(person)) return 'agent_paid';
    const people = this.peopleOf(sale);
    if (people.every(({ person }) => sale.payments.has(person))) return 'agent_paid';
    return sale.funds ? 'funds_received' : 'unpaid';
  }
}
