import { createHash } from 'node:crypto';
import { BankFailure, BankRefusal } from './failures.ts';
import type { Beginning, Memory, Provider, Span } from './provider.ts';
import { isAskable, objectIn, safeFetch } from './safe-fetch.ts';
import {
  accountsAddress,
  broughtAccounts,
  claimAddress,
  failureOf,
  offeredAccounts,
  readAccess,
  withoutCredentials,
  wordsIn,
} from './simplefin-answers.ts';

const USED =
  'This token was used already, or the bridge does not know it. If you have not used it yourself, somebody else may have: disable it at the bridge and make a new one.';

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Claims a token: once, so what comes back is kept before anything else is done. */
async function claim(token: string): Promise<string> {
  const address = claimAddress(token);
  if (!address)
    throw new BankRefusal(
      'bank_token_wrong',
      'This is no setup token. Copy it whole from the bridge.',
      'token',
    );
  if (!isAskable(address))
    throw new BankRefusal(
      'bank_token_refused',
      'This token names an address that is not https, or not public.',
      'token',
    );
  const { status, text, retryAt } = await safeFetch(address, { method: 'POST' });
  if (status === 403) throw new BankRefusal('bank_token_used', USED, 'token');
  const failure = failureOf(status);
  if (failure) throw new BankFailure(failure, null, retryAt);
  const access = readAccess(text);
  if (!access) throw new BankFailure('wrong_answer');
  if (!isAskable(access.base)) throw new BankFailure('refused');
  return text.trim();
}

/** The secret of a token: claimed, or remembered from a try whose end was lost. */
async function secretOf(token: string, memory: Memory): Promise<string> {
  const draft = JSON.parse((await memory.read()) ?? '{}') as { token?: string; secret?: string };
  if (draft.secret && draft.token === digest(token)) return draft.secret;
  // Nothing is claimed that could not be kept.
  await memory.keep('{}');
  const secret = await claim(token);
  await memory.keep(JSON.stringify({ token: digest(token), secret }));
  return secret;
}

/** Asks for accounts, with the lines of a span or without lines. */
async function ask(secret: string, span: Span | null): Promise<Record<string, unknown>> {
  const access = readAccess(secret);
  if (!access) throw new BankFailure('refused');
  const { base, authorization } = access;
  const answer = await safeFetch(accountsAddress(base, span), { headers: { authorization } });
  const { status, retryAt } = answer;
  const text = withoutCredentials(answer.text, authorization);
  const failure = failureOf(status);
  if (!failure) return objectIn(text);
  throw new BankFailure(failure, wordsOfText(text), retryAt);
}

/** The first words of an answer that is a failure; null where it has none. */
function wordsOfText(text: string): string | null {
  try {
    return wordsIn(objectIn(text), null)[0] ?? null;
  } catch {
    return null;
  }
}

/** SimpleFIN (simplefin.org/protocol.html), version 1 and 2: the public bridge, and banks that speak it themselves. */
export const simplefin: Provider = {
  async begin({ token = '' }: Beginning, memory) {
    const secret = await secretOf(token.replace(/\s/g, ''), memory);
    return { made: { secret, label: readAccess(secret)?.base.host ?? '', expires_at: null } };
  },

  finish() {
    return Promise.reject(new BankRefusal('bank_visit_unknown', 'Nothing was begun that ends here.'));
  },

  async accounts(secret) {
    const answer = await ask(secret, null);
    const accounts = offeredAccounts(answer);
    if (!accounts) throw new BankFailure('wrong_answer');
    const [words] = wordsIn(answer, null);
    if (accounts.length === 0 && words) throw new BankFailure('reauthenticate', words);
    if (accounts.length === 0)
      throw new BankRefusal(
        'bank_without_accounts',
        'The bridge has no account to show yet. Connect a bank there, then try again with the same token.',
        'token',
      );
    return accounts;
  },

  async transactions(secret, accountIds, span) {
    const answer = await ask(secret, span);
    const accounts = broughtAccounts(answer, accountIds);
    if (!accounts) throw new BankFailure('wrong_answer');
    const words = wordsIn(answer, accountIds);
    // Nothing of what is asked for, and not a word about it.
    if (accounts.length === 0 && words.length === 0) throw new BankFailure('not_found');
    return { accounts, words };
  },
};
