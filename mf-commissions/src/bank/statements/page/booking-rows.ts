import { roundHalfAway } from '@paperplane/shared/domain';
import type { ComparedLine } from '../../bank-types';

/** What a statement says of one booking, in one line or in several: deposit and final payment. */
export interface BookingRow extends Pick<ComparedLine, 'kind' | 'commission' | 'ours'> {
  key: string;
  /** Of the statement; empty for what the vendor does not list. */
  lines: readonly ComparedLine[];
  /** What they pay of it; null for what they do not list. */
  amount: number | null;
  /** What they pay less what is open; null for what they do not list. */
  differs: number | null;
}

const sum = (lines: readonly ComparedLine[]): number =>
  roundHalfAway(
    lines.reduce((total, { amount }) => total + (amount ?? 0), 0),
    2,
  );

/** One row a booking, in the order of their first lines; what names no booking stays a row of its own. */
export function bookingRows(compared: readonly ComparedLine[]): BookingRow[] {
  const groups = new Map<string, ComparedLine[]>();
  for (const each of compared) {
    const key = each.commission?.commissionId ?? `line ${each.line}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups].flatMap(([key, group]) => {
    const [first] = group;
    if (!first) return [];
    const { kind, commission, ours } = first;
    const lines = group.filter(({ line }) => line !== null);
    const amount = lines.length > 0 ? sum(lines) : null;
    const differs = amount === null ? null : roundHalfAway(amount - (ours ?? 0), 2);
    return [{ key, kind, commission, ours, lines, amount, differs }];
  });
}
