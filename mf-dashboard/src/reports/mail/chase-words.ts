import { formatShortDate, plural, type IsoDate } from '@paperplane/shared/domain';
import type { Chase } from './mail-api';

/** Follow-ups that are sent at most. */
export const MOST_FOLLOW_UPS = 6;

/** How many days may lie between them. */
export const FOLLOW_UP_DAYS = { least: 3, usual: 7, most: 30 };

/** Whether its last mail has not left yet: a page that shows it looks again until it has. */
export const isOnItsWay = ({ mail }: Pick<Chase, 'mail'>): boolean =>
  mail?.state === 'queued' || mail?.state === 'sending';

type Told = Pick<Chase, 'state' | 'askedOn' | 'followUps' | 'nextOn' | 'toAddress' | 'mail'>;

/** Whether the mail did not arrive. */
export const isUndelivered = ({ state }: Pick<Chase, 'state'>): boolean => state === 'undelivered';

/** "Asked Feb 3, follow-up 1 of 6 on Feb 10": where asking a vendor by mail stands. */
export function chaseWords(
  { state, askedOn, followUps, nextOn, toAddress, mail }: Told,
  today: IsoDate,
): string {
  const asked = `Asked ${formatShortDate(askedOn, today)}`;
  const sent = followUps > 0 ? ` after ${plural(followUps, 'follow-up')}` : '';
  const isWaiting = followUps === 0 && isOnItsWay({ mail });
  switch (state) {
    case 'undelivered':
      return `${asked}: did not reach ${toAddress}${mail?.words ? `: ${mail.words}` : ''}`;
    case 'running':
      return `${asked}${isWaiting ? ', e-mail waits to be sent' : ''}, follow-up ${followUps + 1} of ${MOST_FOLLOW_UPS} on ${formatShortDate(nextOn ?? today, today)}`;
    case 'paid':
      return `${asked}, all paid${sent}`;
    case 'stopped':
      return `${asked}, stopped${sent}`;
    case 'ended':
      return `${asked}, ${MOST_FOLLOW_UPS} follow-ups, the most there are`;
    case 'once':
      return `${asked} by e-mail${isWaiting ? ', which waits to be sent' : ''}`;
  }
}
