import { formatDate, formatDateTime, formatTime, plural, today } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import type { Delivery, Endpoint } from './webhooks-api';

/** When something was or will be, as this page says it. */
export interface Clock {
  now: Date;
  timeZone: string;
}

/** A time of today alone, of another day with it. */
export const momentText = (at: string, { now, timeZone }: Clock): string =>
  today(timeZone, new Date(at)) === today(timeZone, now)
    ? formatTime(at, timeZone)
    : formatDateTime(at, timeZone, now);

export const STATE_WORDS: Readonly<Record<Endpoint['state'], string>> = {
  delivering: 'Delivering',
  retrying: 'Retrying',
  switched_off: 'Switched off',
};

/** Whether an endpoint does not take what it is told; one that somebody switched off is not asked to. */
export const isFailing = ({ state, switchedOffBy }: Endpoint): boolean =>
  state === 'retrying' || (state === 'switched_off' && switchedOffBy === null);

/** What is to be said of an endpoint beside its state; empty for nothing. */
export function endpointNote(endpoint: Endpoint, timeZone: string): string {
  const { state, switchesOffAt, switchedOffAt, switchedOffBy, rotatedAt, formerUntil, waiting } = endpoint;
  if (state === 'switched_off')
    return [
      switchedOffBy
        ? `Switched off ${formatDate(switchedOffAt, timeZone)} by ${switchedOffBy}.`
        : `Switched off ${formatDate(switchedOffAt, timeZone)}: it took nothing for three days.`,
      ...(waiting > 0
        ? [`${plural(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'} for it, up to 30 days.`]
        : []),
    ].join(' ');
  if (state === 'retrying')
    return `Switched off on ${formatDate(switchesOffAt, timeZone)} unless it answers. Owners are told.`;
  if (rotatedAt && formerUntil)
    return `Secret rotated ${formatDate(rotatedAt, timeZone)}, the old one works until ${formatDate(formerUntil, timeZone)}.`;
  return '';
}

const FAILURES: Readonly<Record<NonNullable<Delivery['code']>, string>> = {
  slow: 'No answer in 10 seconds',
  unreachable: 'Not reached',
  refused: 'Not asked: not https, or not public',
  redirect: 'It leads elsewhere',
};

/** How the last try went: what it was answered, and what comes. */
export function answerOf(
  delivery: Delivery,
  clock: Clock,
): { text: string; tone: 'ok' | 'no' | 'none'; note: string } {
  const { status, code, state, isSending, nextTryAt, durationMs, tries } = delivery;
  const isTaken = state === 'delivered' && !code && status !== null && status < 300;
  const text = code ? FAILURES[code] : status === null ? 'None yet' : String(status);
  const tone = isTaken ? 'ok' : status === null && !code ? 'none' : 'no';
  if (isSending) return { text, tone, note: 'on its way' };
  if (state === 'waiting')
    return {
      text,
      tone,
      note:
        nextTryAt === null
          ? 'waits for the endpoint'
          : Date.parse(nextTryAt) <= clock.now.getTime()
            ? tries === 0
              ? 'goes in a moment'
              : 'next in a moment'
            : `next at ${momentText(nextTryAt, clock)}`,
    };
  if (state === 'given_up') return { text, tone, note: 'given up' };
  return { text, tone, note: durationMs === null ? '' : `${(durationMs / 1000).toFixed(1)} s` };
}

/** `4 of 14` while it is tried again, `1` when it was taken. */
export const triesText = ({ state, tries, mostTries }: Delivery): string =>
  state === 'delivered' ? String(tries) : `${tries} of ${mostTries}`;

/** How the record of a delivery is called; what is no more has no name. */
export const recordLabel = ({ record }: Delivery): string => record.label?.trim() || 'Removed';

/** The page of the record, where there is one. */
export function recordPage({ record }: Delivery): string | null {
  if (record.label === null) return null;
  switch (record.type) {
    case 'sales':
      return paths.sale.href(record.id);
    case 'customers':
      return paths.customer.href(record.id);
    case 'payouts':
      return record.label === 'Single payment' ? null : paths.payout.href(record.id);
    case 'commissions':
      return paths.commission.href(record.id);
  }
}

const FAMILIES: Readonly<Record<string, string>> = {
  sale: 'Sales',
  commission: 'Commissions',
  payout: 'Payouts',
  customer: 'Customers',
};

/** The events by family, as the dialog offers them: `Sales`, `sale.*`, and each of it. */
export function familiesOf(types: readonly string[]) {
  const keys = [...new Set(types.map((type) => type.split('.', 1)[0] ?? ''))];
  return keys.map((key) => ({
    key,
    label: FAMILIES[key] ?? key,
    all: `${key}.*`,
    types: types.filter((type) => type.startsWith(`${key}.`)),
  }));
}
