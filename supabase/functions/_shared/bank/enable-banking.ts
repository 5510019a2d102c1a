import { env } from '../env.ts';
import { isSameSecret } from '../same-secret.ts';
import {
  balanceIn,
  failureIn,
  institutionsIn,
  lineOf,
  sessionIn,
  transactionsQuery,
  withIds,
  type Institution,
  type Session,
  type SessionAccount,
} from './enable-banking-answers.ts';
import { signedToken } from './enable-banking-token.ts';
import { BankFailure, BankRefusal } from './failures.ts';
import type { BroughtAccount, Line, Provider, Span } from './provider.ts';
import { objectIn, safeFetch } from './safe-fetch.ts';
import { cleanText, objectsIn } from './text.ts';

type Json = Record<string, unknown>;

/** More pages no account has in a span of ours. */
const MOST_PAGES = 40;

/** The error of an answer that was a failure, beside its code. */
class EnableBankingFailure extends BankFailure {
  constructor({ code, words, error }: ReturnType<typeof failureIn>, retryAt: string | null) {
    super(code, words, retryAt);
    this.error = error;
  }

  readonly error: string;
}

/** Whether this installation has an application at Enable Banking. */
export const isConfigured = (): boolean =>
  Boolean(env('ENABLE_BANKING_APP_ID') && env('ENABLE_BANKING_PRIVATE_KEY'));

async function call(path: string, body?: object): Promise<Json> {
  const [app, key] = [env('ENABLE_BANKING_APP_ID'), env('ENABLE_BANKING_PRIVATE_KEY')];
  if (!app || !key) throw new BankFailure('forbidden');
  const url = new URL(path, env('ENABLE_BANKING_URL') ?? 'https://api.enablebanking.com');
  const { status, text, retryAt } = await safeFetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${await signedToken(app, key)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (status >= 200 && status < 300) return objectIn(text);
  let said: Json = {};
  try {
    said = objectIn(text);
  } catch {
    // Its status says enough.
  }
  throw new EnableBankingFailure(failureIn(status, said), retryAt);
}

/** The banks of a country, by name. */
export async function institutions(country: string): Promise<Institution[]> {
  if (!isConfigured())
    throw new BankRefusal('bank_provider_missing', 'This installation has no access to Enable Banking.');
  if (!/^[A-Z]{2}$/.test(country))
    throw new BankRefusal('bank_country_wrong', 'Choose a country.', 'country');
  const found = institutionsIn(await call(`/aspsps?country=${country}`));
  return found.sort((one, other) => one.name.localeCompare(other.name));
}

/** What is remembered between `begin` and `finish`. */
interface Draft {
  state: string;
  userId: string;
}

/** An app on one's own machine may do without https. */
const isHere = (hostname: string): boolean => hostname === '127.0.0.1' || hostname === 'localhost';

/** The bank's code goes there: to the app, where it is known where that is, and to no stranger's page. */
function checkedReturn(returnUrl: string | undefined): string {
  if (returnUrl && URL.canParse(returnUrl)) {
    const { protocol, hostname, origin } = new URL(returnUrl);
    if (protocol === 'http:' && isHere(hostname)) return returnUrl;
    if (protocol === 'https:' && origin === new URL(env('APP_URL') ?? origin).origin) return returnUrl;
  }
  throw new BankRefusal('bank_return_wrong', 'The bank needs an address of ours to come back to.');
}

function checkedVisit(address: unknown): string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:') throw new BankFailure('wrong_answer');
  return url.href;
}

const randomText = (): string =>
  [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The connection that a `state` is of: it leads there, the part behind it proves that it comes from us. */
export const connectionOfState = (state: string): string | null =>
  /^([0-9a-f-]{36})\.[0-9a-f]{48}$/.exec(state)?.[1] ?? null;

const sessionOf = (secret: string): Session => JSON.parse(secret) as Session;

async function linesOf(uid: string, span: Span): Promise<Line[]> {
  const lines: Line[] = [];
  let key: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: Json = await call(
      `/accounts/${encodeURIComponent(uid)}/transactions?${transactionsQuery(span, key)}`,
    );
    if (!Array.isArray(answer['transactions'])) throw new BankFailure('wrong_answer');
    lines.push(...objectsIn(answer['transactions']).flatMap((transaction) => lineOf(transaction) ?? []));
    key = cleanText(answer['continuation_key'], 2000) || null;
    if (!key) return withIds(lines);
  }
  throw new BankFailure('too_large');
}

const balanceOf = async (uid: string) =>
  balanceIn(await call(`/accounts/${encodeURIComponent(uid)}/balances`));

/** What came of an account; null where the bank tells nothing of days that lie so far back. */
async function broughtOf(account: SessionAccount, span: Span): Promise<BroughtAccount | null> {
  const { uid, provider_account_id, currency } = account;
  try {
    const lines = await linesOf(uid, span);
    return { provider_account_id, currency, ...(await balanceOf(uid)), lines };
  } catch (error) {
    if (error instanceof EnableBankingFailure && error.error === 'WRONG_TRANSACTIONS_PERIOD') return null;
    throw error;
  }
}

/** Enable Banking (enablebanking.com/docs/api/reference): banks of the EU and the UK, where one signs in at the bank. */
export const enableBanking: Provider = {
  async begin({ connectionId, userId, institution, country = '', returnUrl }, memory) {
    const redirect_url = checkedReturn(returnUrl);
    const bank = (await institutions(country)).find(({ name }) => name === institution);
    if (!bank) throw new BankRefusal('bank_institution_wrong', 'Choose a bank of the list.', 'institution');
    const state = `${connectionId}.${randomText()}`;
    const valid_until = new Date(Date.now() + bank.longestSeconds * 1000).toISOString();
    const { url } = await call('/auth', {
      access: { valid_until, balances: true, transactions: true },
      aspsp: { name: bank.name, country: bank.country },
      psu_type: bank.psuType,
      redirect_url,
      state,
    });
    const visit = checkedVisit(url);
    await memory.keep(JSON.stringify({ state, userId } satisfies Draft));
    return { visit };
  },

  async finish({ userId, state, code }, memory) {
    const draft = JSON.parse((await memory.read()) ?? '{}') as Partial<Draft>;
    if (draft.userId !== userId || !draft.state || !isSameSecret(state, draft.state))
      throw new BankRefusal('bank_visit_unknown', 'Nothing was begun that ends here.');
    const answer = await call('/sessions', { code });
    const session = sessionIn(answer);
    if (!session) throw new BankFailure('wrong_answer');
    const { session: id, accounts, expiresAt, label } = session;
    if (accounts.length === 0)
      throw new BankRefusal('bank_without_accounts', 'No account was chosen at the bank. Begin again.');
    return {
      secret: JSON.stringify({ session: id, accounts } satisfies Session),
      label,
      expires_at: expiresAt,
    };
  },

  async accounts(secret) {
    return Promise.all(
      sessionOf(secret).accounts.map(async ({ uid, ...account }) => {
        // Nobody waits for a balance: it comes with the lines, too.
        const balance = await balanceOf(uid).catch(() => null);
        return { ...account, ...balance };
      }),
    );
  },

  async transactions(secret, accountIds, span) {
    const accounts: BroughtAccount[] = [];
    for (const account of sessionOf(secret).accounts) {
      if (!accountIds.includes(account.provider_account_id)) continue;
      const brought = await broughtOf(account, span);
      if (brought) accounts.push(brought);
    }
    return { accounts, words: [] };
  },
};
