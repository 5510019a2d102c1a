/** A line of an account, booked or pending. */
export interface BridgeLine {
  id: string;
  /** Its day; null for one that is not booked yet. */
  day: string | null;
  amount: string;
  text: string;
}

/** An account as a bank would show it. */
export interface BridgeAccount {
  id: string;
  name: string;
  institution: string;
  currency: string;
  balance: string;
  lines: BridgeLine[];
}

/** Moments between which a line must lie, in seconds; the last one excluded. */
export interface Wanted {
  from: number;
  to: number;
  pending: boolean;
  balancesOnly: boolean;
}

/** Banks tell the day; bridges make the noon of it. */
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000;

const transaction = ({ id, day, amount, text }: BridgeLine) => ({
  id,
  posted: day ? noon(day) : 0,
  amount,
  description: text,
  ...(day === null && { pending: true }),
});

/** The day behind the last line: what a balance is of. */
const balanceDate = ({ lines }: BridgeAccount): number =>
  Math.max(0, ...lines.map(({ day }) => (day ? noon(day) : 0))) || Math.floor(Date.now() / 1000);

const domainOf = (institution: string): string =>
  `${institution.toLowerCase().replace(/[^a-z]/g, '')}.example`;

/** An account set in the form of version 1 of the protocol, with the lists of version 2 beside it. */
export function accountSet(
  accounts: readonly BridgeAccount[],
  wanted: Wanted,
  errors: readonly string[] = [],
) {
  const { from, to, pending, balancesOnly } = wanted;
  const isWanted = ({ day }: BridgeLine) => (day === null ? pending : noon(day) >= from && noon(day) < to);
  const institutions = [...new Set(accounts.map(({ institution }) => institution))];
  const connectionOf = (institution: string) => `CON-${institutions.indexOf(institution) + 1}`;
  return {
    errors,
    errlist: errors.map((msg) => ({ code: 'gen.', msg })),
    connections: institutions.map((name) => ({
      conn_id: connectionOf(name),
      name,
      org_id: domainOf(name),
      org_url: `https://${domainOf(name)}`,
      sfin_url: `https://${domainOf(name)}/simplefin`,
    })),
    accounts: accounts.map((account) => ({
      org: {
        domain: domainOf(account.institution),
        name: account.institution,
        'sfin-url': `https://${domainOf(account.institution)}/simplefin`,
      },
      id: account.id,
      conn_id: connectionOf(account.institution),
      name: account.name,
      currency: account.currency,
      balance: account.balance,
      'balance-date': balanceDate(account),
      transactions: balancesOnly ? [] : account.lines.filter(isWanted).map(transaction),
    })),
  };
}
