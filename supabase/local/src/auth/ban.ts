import { invalid } from './input.js';

const SECONDS: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** Seconds of a ban as Go writes a duration: `24h`, `1h30m`, or `none` for no ban. Throws `validation_failed` (400). */
export function banSeconds(text: string): number {
  if (text === 'none') return 0;
  const parts = [...text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g)];
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (SECONDS[unit ?? ''] ?? 0), 0);
  // A thousand years and more PostgreSQL would not add to now.
  if (!parts.length || parts.map(([part]) => part).join('') !== text || seconds > 3.2e10) {
    throw invalid(`invalid format for ban duration: time: invalid duration ${JSON.stringify(text)}`);
  }
  return seconds;
}
