import { LIMITS } from './limits';
import { bareNumber, provenSign, readDigits } from './amount-grammar';
import { NO_AMOUNT, roundHalfAway } from './money';
import type { Parsed } from './parsed';

export type PercentProblem = 'percentFormat' | 'percentDecimals' | 'percentRange';

/** `13%`, `12.5%`; `–` for none. */
export function formatPercent(percent: number | null | undefined): string {
  return percent === null || percent === undefined || !Number.isFinite(percent)
    ? NO_AMOUNT
    : `${percentInput(percent)}%`;
}

/** A percentage as a person would type it: `13`, `12.5`; empty for none. */
export function percentInput(percent: number | null | undefined): string {
  return percent === null || percent === undefined || !Number.isFinite(percent)
    ? ''
    : String(roundHalfAway(percent, 2));
}

/** Reads a percentage from 0 to 100 with at most two decimals, after a point or a comma; a percent sign behind it is fine. */
export function parsePercent(text: string): Parsed<PercentProblem> {
  if (text.trim() === '') return { ok: true, value: null };
  const found = bareNumber(text);
  if (!found || !found.marks.every((mark) => mark === '%')) return { ok: false, problem: 'percentFormat' };
  // A rate has no thousands: what could be both is decimals, and too many of them.
  const read = readDigits(found.digits, provenSign(found.digits) ?? (found.digits.includes(',') ? ',' : '.'));
  if (!read.ok)
    return { ok: false, problem: read.problem === 'tooManyDecimals' ? 'percentDecimals' : 'percentFormat' };
  const value = (found.negative && read.hundredths > 0 ? -1 : 1) * (read.hundredths / 100);
  return value < 0 || value > LIMITS.rateMax ? { ok: false, problem: 'percentRange' } : { ok: true, value };
}

/** Part of a whole in whole percent, for share bars; 0 when there is no whole. */
export function sharePercent(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.max(0, Math.round((part / whole) * 100))) : 0;
}
