import { test } from '@playwright/test';
import { stack } from './environment';

/** The address that nobody but this worker uses: tests beside each other, and one that is repeated, do not take each other's port. */
export function spareUrl(): URL {
  const url = stack().spareUrls[test.info().parallelIndex];
  if (!url) throw new Error('there are more workers than spare origins');
  return new URL(url);
}
