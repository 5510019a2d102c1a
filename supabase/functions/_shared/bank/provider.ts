/** An account that a provider offers. */
export interface OfferedAccount {
  provider_account_id: string;
  name: string;
  institution: string | null;
  kind: string | null;
  last_four: string | null;
  currency: string;
  balance: string | null;
  balance_on: string | null;
}

/** A booked line; its amount as the provider wrote it, below zero for money out. */
export interface Line {
  id: string;
  booked_on: string | null;
  value_on: string | null;
  amount: string;
  text: string;
  counterparty: string | null;
  reference: string | null;
}

/** What came of one account. */
export interface BroughtAccount {
  provider_account_id: string;
  currency: string;
  balance: string | null;
  balance_on: string | null;
  lines: Line[];
}

/** What a provider answered for a span of days, and what it says about it in its own words. */
export interface Brought {
  accounts: BroughtAccount[];
  words: string[];
}

/** Days, the last one included. */
export interface Span {
  since: string;
  until: string;
}

/** A connection that is made: its secret, what it is called, and when its consent ends. */
export interface Made {
  secret: string;
  label: string;
  expires_at: string | null;
}

/** What a connection that is being made has to remember, sealed in the database. */
export interface Memory {
  read(): Promise<string | null>;
  keep(draft: string): Promise<void>;
}

/** Who connects what. */
export interface Beginning {
  connectionId: string;
  userId: string;
  /** What the person typed: a setup token, or a bank where one signs in. */
  token?: string;
  institution?: string;
  country?: string;
  returnUrl?: string;
}

/** What the bank put into the address when it sent the person back. */
export interface Returned {
  userId: string;
  state: string;
  code: string;
}

/** A provider of bank data. Whatever it cannot do it throws as a BankFailure, whatever a person typed wrong as a BankRefusal. */
export interface Provider {
  /** Makes the connection at once, or says which address the person has to visit. */
  begin(beginning: Beginning, memory: Memory): Promise<{ made: Made } | { visit: string }>;
  /** Makes the connection when the person comes back from there. */
  finish(returned: Returned, memory: Memory): Promise<Made>;
  /** The accounts that the connection offers, at least one. */
  accounts(secret: string): Promise<OfferedAccount[]>;
  /** Booked lines of these accounts, and their balances. */
  transactions(secret: string, accountIds: readonly string[], span: Span): Promise<Brought>;
}
