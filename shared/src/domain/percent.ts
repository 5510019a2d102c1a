import { LIMITS } from './limits';
import { NO_AMOUNT, roundHalfAway, type Parsed } from './money';

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

/** Reads a typed percentage from 0 to 100 with at most two decimals; a trailing `%` is fine. */
export function parsePercent(text: string): Parsed<PercentProblem> {
  const typed = text.trim().replace(/(?<=.)\s?%$/, '');
  if (typed === '') return { ok: true, value: null };
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(typed)) return { ok: false, problem: 'percentFormat' };
  if ((typed.split('.')[1] ?? '').length > 2) return { ok: false, problem: 'percentDecimals' };
  const value = Number(typed);
  return value < 0 || value > LIMITS.rateMax ? { ok: false, problem: 'percentRange' } : { ok: true, value };
}

/** Part of a whole in whole percent, for share bars; 0 when there is no whole. */
export function sharePercent(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.max(0, Math.round((part / whole) * 100))) : 0;
}
