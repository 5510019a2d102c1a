import {
  displayName,
  formatDate,
  formatDateTime,
  formatDay,
  formatTime,
  plural,
  today,
} from '@paperplane/shared/domain';
import type { AccountOnPage, BankConnection, BankProvider } from '../bank-types';

/** When something was or will be, as this page says it. */
export interface Clock {
  now: Date;
  timeZone: string;
}

/** `today, 10:02 AM`, `Jan 29, 10:02 AM`. */
export function momentText(at: string, { now, timeZone }: Clock): string {
  const isToday = today(timeZone, new Date(at)) === today(timeZone, now);
  return isToday ? `today, ${formatTime(at, timeZone)}` : formatDateTime(at, timeZone, now);
}

/** A time of today alone, of another day with it. */
const nextText = (at: string, { now, timeZone }: Clock): string =>
  today(timeZone, new Date(at)) === today(timeZone, now)
    ? formatTime(at, timeZone)
    : formatDateTime(at, timeZone, now);

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Where an account's lines come from. */
export type Source = 'file' | 'connected' | 'syncing' | 'needs_attention' | 'disconnected';

export const sourceOf = ({ connection }: Pick<AccountOnPage, 'connection'>): Source =>
  !connection || connection.state === 'connecting' ? 'file' : connection.state;

export const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  file: 'By file',
  connected: 'Connected',
  syncing: 'Syncing',
  needs_attention: 'Needs attention',
  disconnected: 'Disconnected',
};

/** What time heals: it is tried again by itself. */
const PASSING: Readonly<Record<string, string>> = {
  too_many: 'The bank asks for a pause',
  slow: 'The bank was too slow',
  unreachable: 'The bank could not be reached',
  wrong_answer: 'The bank’s answer could not be read',
  too_large: 'The bank sent too much at once',
};

const comesNext = ({ nextTryAt }: BankConnection, clock: Clock): string =>
  nextTryAt ? ` · next ${nextText(nextTryAt, clock)}` : '';

const DAY = 86_400_000;

/** From two weeks before the consent at a bank ends: when, as owners are told. */
function consentText({ expiresAt }: BankConnection, { now, timeZone }: Clock): string {
  if (!expiresAt || new Date(expiresAt).getTime() - now.getTime() > 14 * DAY) return '';
  return ` · consent ends ${formatDay(expiresAt, timeZone)}`;
}

/** The line under an account's source: what came last, or what became of the connection. */
export function sourceLine(account: Pick<AccountOnPage, 'connection' | 'lastFile'>, clock: Clock): string {
  const { connection, lastFile } = account;
  switch (sourceOf(account)) {
    case 'file':
      return lastFile
        ? `Last file ${momentText(lastFile.at, clock)}, ${displayName(lastFile)}`
        : 'No file yet';
    case 'connected': {
      const { code, lastSuccessAt, lastAdded } = connection as BankConnection;
      const passing = code ? PASSING[code] : undefined;
      if (passing) return `${passing}${comesNext(connection as BankConnection, clock)}`;
      const consent = consentText(connection as BankConnection, clock);
      return lastSuccessAt
        ? `${capital(momentText(lastSuccessAt, clock))}: ${lastAdded} new${comesNext(connection as BankConnection, clock)}${consent}`
        : 'The first sync is about to begin';
    }
    case 'syncing': {
      const { part, parts, partFrom, partTo, linesSoFar } = connection as BankConnection;
      const said = [
        part && parts && parts > 1 && `Part ${part} of ${parts}`,
        partFrom && partTo && `${formatDay(partFrom)} – ${formatDay(partTo)}`,
      ].filter(Boolean);
      return [said.join(', '), `${plural(linesSoFar ?? 0, 'line')} so far`].filter(Boolean).join(' · ');
    }
    case 'needs_attention': {
      const { lastTriedAt } = connection as BankConnection;
      return lastTriedAt ? `Last try ${momentText(lastTriedAt, clock)}` : 'Not tried yet';
    }
    case 'disconnected': {
      const { disconnectedAt, disconnectedFirstName, disconnectedLastName } = connection as BankConnection;
      const by = disconnectedFirstName
        ? `, by ${displayName({ firstName: disconnectedFirstName, lastName: disconnectedLastName ?? '' })}`
        : '';
      return disconnectedAt ? `${formatDate(disconnectedAt, clock.timeZone)}${by}` : '';
    }
  }
}

/** What ends with a new sign-in at the bank, and what is a consent that ran out. */
export const isExpired = ({ code }: Pick<BankConnection, 'code'>): boolean => code === 'expired';

const ATTENTION: Readonly<Record<string, string>> = {
  reauthenticate: 'Sign in there again',
  payment_required: 'The provider asks to be paid; settle it there, then reconnect',
  forbidden: 'The provider does not let us in any more; reconnect with a new token',
  not_found: 'The provider does not know this connection any more; reconnect',
  expired: 'The consent at the bank has ended; renew it',
  refused: 'The provider refuses; look there, then reconnect',
};

/** What a connection that needs attention asks for, and what follows: the sentence under the provider's words. */
export function attentionText({ code }: Pick<BankConnection, 'code'>, missingSince: string | null): string {
  const todo = (code && ATTENTION[code]) ?? 'Look at the provider, then reconnect';
  const rest = missingSince
    ? `what is missing since ${formatDay(missingSince)} comes with the next sync`
    : 'what is missing comes with the next sync';
  return `${todo}; ${rest}.`;
}

export const PROVIDER_WORDS: Readonly<Record<BankProvider, string>> = {
  simplefin: 'SimpleFIN',
  enable_banking: 'Account data, EU',
};

/** How a connection is called: by its bank, where it is one. */
export const connectionName = ({
  institution,
  label,
  provider,
}: Pick<BankConnection, 'institution' | 'label' | 'provider'>): string =>
  institution ?? (label || PROVIDER_WORDS[provider]);

/** `in 5 h 40 min`. */
export function untilText(at: string, { now }: Pick<Clock, 'now'>): string {
  const minutes = Math.max(0, Math.round((new Date(at).getTime() - now.getTime()) / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes === 0) return 'now';
  return `in ${[hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')}`;
}
