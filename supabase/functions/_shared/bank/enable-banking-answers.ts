import { createHash } from 'node:crypto';
import type { FailureCode } from './failures.ts';
import type { Line, OfferedAccount, Span } from './provider.ts';
import { cleanText, dayOf, objectsIn, textOrNull } from './text.ts';

type Json = Record<string, unknown>;

/** Error codes of its documentation (ErrorCode) that say more than their status does. */
const CODES: Readonly<Record<string, FailureCode>> = {
  EXPIRED_SESSION: 'expired',
  CLOSED_SESSION: 'reauthenticate',
  REVOKED_SESSION: 'reauthenticate',
  SESSION_DOES_NOT_EXIST: 'reauthenticate',
  WRONG_SESSION_STATUS: 'reauthenticate',
  ASPSP_PSU_ACTION_REQUIRED: 'reauthenticate',
  WRONG_AUTHORIZATION_CODE: 'reauthenticate',
  EXPIRED_AUTHORIZATION_CODE: 'reauthenticate',
  ALREADY_AUTHORIZED: 'reauthenticate',
  ASPSP_RATE_LIMIT_EXCEEDED: 'too_many',
  ASPSP_TIMEOUT: 'slow',
  ASPSP_ERROR: 'unreachable',
  ASPSP_ACCOUNT_NOT_ACCESSIBLE: 'not_found',
  ACCOUNT_DOES_NOT_EXIST: 'not_found',
  ACCESS_DENIED: 'forbidden',
  UNAUTHORIZED_ACCESS: 'forbidden',
  UNAUTHORIZED_IP: 'forbidden',
  NO_ACCOUNTS_ADDED: 'forbidden',
  WRONG_CREDENTIALS_PROVIDED: 'forbidden',
  AUTHORIZATION_NOT_PROVIDED: 'forbidden',
};

function failureOfStatus(status: number): FailureCode {
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 408) return 'slow';
  if (status === 429) return 'too_many';
  return status >= 500 ? 'unreachable' : 'wrong_answer';
}

/** What an answer that is a failure says: our code, its words, and its own code. Its details may hold anything and stay unread. */
export function failureIn(
  status: number,
  answer: Json,
): { code: FailureCode; words: string | null; error: string } {
  const error = cleanText(answer['error'], 60);
  return { code: CODES[error] ?? failureOfStatus(status), words: textOrNull(answer['message'], 500), error };
}

/** A bank as `/aspsps` lists it. */
export interface Institution {
  name: string;
  country: string;
  /** The kind of customer it is asked for: an agency where it can be one. */
  psuType: 'business' | 'personal';
  longestSeconds: number;
}

const LONGEST_CONSENT = 180 * 86_400;

export function institutionsIn(answer: Json): Institution[] {
  return objectsIn(answer['aspsps']).flatMap(({ name, country, psu_types, maximum_consent_validity }) => {
    const [named, where] = [cleanText(name, 200), cleanText(country, 2)];
    const longest = Number(maximum_consent_validity);
    if (!named || !where) return [];
    const isPersonal = Array.isArray(psu_types) && !psu_types.includes('business');
    return {
      name: named,
      country: where,
      psuType: isPersonal ? ('personal' as const) : ('business' as const),
      longestSeconds: longest > 0 ? Math.min(longest, LONGEST_CONSENT) : LONGEST_CONSENT,
    };
  });
}

const KINDS: Readonly<Record<string, string>> = {
  CACC: 'checking',
  CARD: 'credit card',
  CASH: 'cash',
  LOAN: 'loan',
  SVGS: 'savings',
};

/** The number an account is known by: its IBAN, or another one. */
function numberOf(account: Json): string {
  const [id] = objectsIn([account['account_id']]);
  const [other] = objectsIn([id?.['other']]);
  return cleanText(id?.['iban'] ?? other?.['identification'], 60).replace(/[^A-Za-z0-9]/g, '');
}

/** An account of a session, with the id under which it is asked: another one in each session, as `provider_account_id` is not. */
export type SessionAccount = OfferedAccount & { uid: string };

/** What a session's secret holds. The accounts' details come once, with the consent. */
export interface Session {
  session: string;
  accounts: SessionAccount[];
}

function accountIn(account: Json, institution: string | null): SessionAccount[] {
  const [id, uid] = [cleanText(account['identification_hash'], 300), cleanText(account['uid'], 100)];
  if (!id || !uid) return [];
  const { details, product, name, cash_account_type, currency } = account;
  const number = numberOf(account);
  return [
    {
      uid,
      provider_account_id: id,
      name: textOrNull(details, 100) ?? textOrNull(product, 100) ?? textOrNull(name, 100) ?? 'Account',
      institution,
      kind: KINDS[cleanText(cash_account_type, 10)] ?? null,
      last_four: number.length >= 4 ? number.slice(-4).toUpperCase() : null,
      currency: cleanText(currency, 10).toUpperCase(),
      balance: null,
      balance_on: null,
    },
  ];
}

/** A consent as `POST /sessions` answers it: the accounts that may be asked, and until when. Null where it is no such answer. */
export function sessionIn(answer: Json): (Session & { expiresAt: string | null; label: string }) | null {
  const session = cleanText(answer['session_id'], 100);
  if (!session || !Array.isArray(answer['accounts'])) return null;
  const [access] = objectsIn([answer['access']]);
  const [aspsp] = objectsIn([answer['aspsp']]);
  const institution = textOrNull(aspsp?.['name'], 100);
  const until = Date.parse(cleanText(access?.['valid_until'], 40));
  return {
    session,
    accounts: objectsIn(answer['accounts']).flatMap((account) => accountIn(account, institution)),
    expiresAt: Number.isNaN(until) ? null : new Date(until).toISOString(),
    label: institution ?? '',
  };
}

/** Booked balances first, what is available last. */
const BALANCES = ['CLBD', 'ITBD', 'PRCD', 'XPCD', 'CLAV', 'ITAV'];

export function balanceIn(answer: Json): Pick<OfferedAccount, 'balance' | 'balance_on'> {
  const found = objectsIn(answer['balances']);
  const rank = ({ balance_type }: Json) => {
    const at = BALANCES.indexOf(cleanText(balance_type, 10));
    return at < 0 ? BALANCES.length : at;
  };
  const [best] = found.sort((one, other) => rank(one) - rank(other));
  const [amount] = objectsIn([best?.['balance_amount']]);
  return {
    balance: textOrNull(amount?.['amount'], 40),
    balance_on: dayOf(best?.['reference_date']) ?? dayOf(best?.['last_change_date_time']),
  };
}

const nameIn = (party: unknown): string | null => textOrNull(objectsIn([party])[0]?.['name'], 300);

/** A booked line; null for one of another state. Its amount has a sign by its direction, whatever the bank writes. */
export function lineOf(transaction: Json): Line | null {
  const { status, credit_debit_indicator, entry_reference, remittance_information } = transaction;
  if (status !== 'BOOK') return null;
  const [amount] = objectsIn([transaction['transaction_amount']]);
  const number = cleanText(amount?.['amount'], 40).replace(/^[-+]/, '');
  const isOut = credit_debit_indicator === 'DBIT';
  const counterparty = nameIn(isOut ? transaction['creditor'] : transaction['debtor']);
  const paper = Array.isArray(remittance_information) ? remittance_information : [];
  const [code] = objectsIn([transaction['bank_transaction_code']]);
  return {
    id: cleanText(entry_reference, 300),
    booked_on:
      dayOf(transaction['booking_date']) ??
      dayOf(transaction['value_date']) ??
      dayOf(transaction['transaction_date']),
    value_on: dayOf(transaction['value_date']),
    amount: isOut ? `-${number}` : number,
    text: cleanText(paper.join(' '), 2000) || cleanText(code?.['description'], 300) || (counterparty ?? ''),
    counterparty,
    reference: textOrNull(transaction['reference_number'], 300),
  };
}

/** Lines without an id of the bank get one of what they say, and a number where several say the same. */
export function withIds(lines: readonly Line[]): Line[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    if (line.id) return line;
    const said = [line.booked_on, line.amount, line.text, line.counterparty].join('\n');
    const key = createHash('sha256').update(said).digest('hex').slice(0, 40);
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return { ...line, id: `${key}#${number}` };
  });
}

/** The query of `/accounts/{uid}/transactions`: booked ones of a span, or their next page. */
export function transactionsQuery({ since, until }: Span, continuationKey: string | null): URLSearchParams {
  const query = new URLSearchParams({ date_from: since, date_to: until, transaction_status: 'BOOK' });
  if (continuationKey) query.set('continuation_key', continuationKey);
  return query;
}
