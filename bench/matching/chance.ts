import { createRandom } from '../../supabase/seed/random';

/** Numbers from a seed. */
export class Chance {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = createRandom(seed).next;
  }
  below(n: number): number {
    return Math.floor(this.next() * n);
  }
  is(share: number): boolean {
    return this.next() < share;
  }
  of<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new Error('An empty list');
    return found;
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }
}
