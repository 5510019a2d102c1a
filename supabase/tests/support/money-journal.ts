import { addDays } from './dashboard';

/** A manual receipt, as far as no deposit took its place; money in cents. */
export interface Word {
  amount: number;
  writtenOff: number;
  /** Whether agents were paid on what is received when it was written off. */
  reduces: boolean;
  day: string;
  posted: string;
}

/** What a decision says that a transaction of the bank pays of one commission; money in cents. */
export interface Part {
  group: string;
  commission: string;
  /** Negative where the vendor takes it back. */
  amount: number;
  writtenOff: number;
  reduces: boolean;
  day: string;
  posted: string;
  /** The manual receipt whose place it took, as it was; its day is kept unless somebody said otherwise. */
  instead: Word | null;
  keepsDay: boolean;
}

/** A receipt that counts now; money in cents. */
export interface Receipt {
  amount: number;
  day: string;
  posted: string;
}

const sum = (numbers: readonly number[]) => numbers.reduce((cents, each) => cents + each, 0);

/** What a test knows of an agency's money because it did it: manual receipts, matches, closed books. Nothing here is read back. */
export class Journal {
  readonly words = new Map<string, Word>();
  parts: Part[] = [];
  /** The due day that is history once all is paid. */
  readonly due = new Map<string, string | null>();
  /** Shares that are not told here: what was written off by one choice was written off again by the other. */
  readonly unclear = new Set<string>();
  private readonly choices = new Map<string, boolean>();
  closedThrough: string | null = null;
  reopened = false;
  paidOnReceived = false;

  /** The first day that is open. */
  get firstOpen(): string {
    return this.closedThrough ? addDays(this.closedThrough, 1) : '1900-01-01';
  }

  /** The booking day of what happened on a day and is recorded now. */
  booked(day: string): string {
    return day < this.firstOpen ? this.firstOpen : day;
  }

  isClosed(day: string): boolean {
    return day < this.firstOpen;
  }

  partsOf(commission: string): Part[] {
    return this.parts.filter((part) => part.commission === commission);
  }

  /** What is received, gross: what a vendor takes back later is another fact. */
  receiptOf(commission: string): Receipt | null {
    const word = this.words.get(commission);
    const deposits = this.partsOf(commission).filter(({ amount }) => amount > 0);
    // What an admin recorded keeps its day, whatever comes besides; without, it is the day of the latest deposit.
    const kept = deposits.flatMap(({ instead, keepsDay }) => (instead && keepsDay ? [instead] : []));
    const recorded = [...(word ? [word] : []), ...kept];
    const days = recorded.length > 0 ? recorded : deposits;
    if (days.length === 0) return null;
    return {
      amount: (word?.amount ?? 0) + sum(deposits.map(({ amount }) => amount)),
      day:
        days
          .map(({ day }) => day)
          .sort()
          .at(-1) ?? '',
      posted:
        days
          .map(({ posted }) => posted)
          .sort()
          .at(-1) ?? '',
    };
  }

  takenBack(commission: string): number {
    return sum(this.partsOf(commission).map(({ amount }) => Math.max(-amount, 0)));
  }

  /** What is left of the deposits of a commission. */
  deposited(commission: string): number {
    return sum(this.partsOf(commission).map(({ amount }) => amount));
  }

  /** Written off: all of it, or what reduces the agent's share. */
  writtenOff(commission: string, { reducing = false } = {}): number {
    const word = this.words.get(commission);
    return sum(
      [...(word ? [word] : []), ...this.partsOf(commission)]
        .filter(({ reduces }) => reduces || !reducing)
        .map(({ writtenOff }) => writtenOff),
    );
  }

  /** Something is written off now. Where the choice changed since it was before, the document lets the later one hold for all of it. */
  wroteOff(commission: string): void {
    const before = this.choices.get(commission);
    if (before !== undefined && before !== this.paidOnReceived) this.unclear.add(commission);
    this.choices.set(commission, this.paidOnReceived);
  }

  /** What no deposit has paid. */
  undeposited(commission: string, amount: number): number {
    const parts = this.partsOf(commission);
    return amount - sum(parts.map((part) => Math.max(part.amount, 0) + part.writtenOff));
  }

  /** A match was taken back: so is what took the place of manual receipts. */
  undo(group: string): void {
    for (const { commission, instead } of this.parts.filter((part) => part.group === group)) {
      if (!instead) continue;
      if (instead.writtenOff > 0) this.wroteOff(commission);
      const left = this.words.get(commission);
      this.words.set(commission, left ? { ...instead, amount: left.amount + instead.amount } : instead);
    }
    this.parts = this.parts.filter((part) => part.group !== group);
  }
}
