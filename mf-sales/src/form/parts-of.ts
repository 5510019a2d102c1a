import { parsePercent } from '@paperplane/shared/domain';

/** A typed percentage in hundredths of a percent; 0 for what is none. */
export function centsOfPercent(text: string): number {
  const parsed = parsePercent(text);
  return parsed.ok && parsed.value !== null ? Math.round(parsed.value * 100) : 0;
}
