import { today } from '@paperplane/shared/domain';
import type { CurrentUser } from '@paperplane/shared/platform';

/** True on the day, by the agency's clock, on which somebody joined it. */
export function joinedToday(
  { joinedAt, organization: { timeZone } }: Pick<CurrentUser, 'joinedAt' | 'organization'>,
  now = new Date(),
): boolean {
  return joinedAt !== undefined && today(timeZone, new Date(joinedAt)) === today(timeZone, now);
}
