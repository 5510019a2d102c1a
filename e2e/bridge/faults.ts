import type { ServerResponse } from 'node:http';
import type { BridgeAccount, BridgeLine } from './accounts';

/** What else than the truth a bridge may tell, for tests and for trying out. */
export const FAULTS = {
  none: 'the truth',
  payment_required: '402: the subscription has ended',
  forbidden: '403: the access was disabled',
  too_many: '429: asked too often',
  broken: '500',
  slow: 'an answer that does not come',
  away: 'a connection that is closed',
  redirect: 'a redirect',
  claim_redirect: 'a redirect where a token is claimed',
  claim_elsewhere: 'an access address inside a network for a token',
  html: 'a page in place of JSON',
  large: '10 MB',
  cut: 'JSON that ends in the middle',
  reauthenticate: '“You must reauthenticate”, and half of it',
  nothing: 'no account',
  negative_ids: 'other ids: negative numbers',
  changed_ids: 'other ids',
  changed_amounts: 'other amounts',
  gone: 'without the last line',
  other_currency: 'another currency',
  pending: 'pending lines although nobody asked for them',
} as const;

export type Fault = keyof typeof FAULTS;

export const isFault = (name: unknown): name is Fault =>
  typeof name === 'string' && Object.hasOwn(FAULTS, name);

/** The words that come with an answer. */
export const errorsOf = (fault: Fault): string[] =>
  fault === 'reauthenticate' ? ['You must reauthenticate.'] : [];

const eachLine =
  (change: (line: BridgeLine, index: number) => BridgeLine) =>
  (account: BridgeAccount): BridgeAccount => ({ ...account, lines: account.lines.map(change) });

const LIES: Partial<Record<Fault, (account: BridgeAccount) => BridgeAccount>> = {
  negative_ids: eachLine((line, index) => ({ ...line, id: String(-1 - index) })),
  changed_ids: eachLine((line) => ({ ...line, id: `again-${line.id}` })),
  changed_amounts: eachLine((line) => ({ ...line, amount: (Number(line.amount) + 1).toFixed(2) })),
  gone: (account) => ({ ...account, lines: account.lines.slice(0, -1) }),
  other_currency: (account) => ({ ...account, currency: 'CHF' }),
  pending: (account) => ({
    ...account,
    lines: [...account.lines, { id: 'pending', day: null, amount: '77.00', text: 'NOT BOOKED YET' }],
  }),
  reauthenticate: (account) => ({
    ...account,
    lines: account.lines.slice(0, Math.ceil(account.lines.length / 2)),
  }),
};

/** The accounts as a fault tells them. */
export function lied(accounts: readonly BridgeAccount[], fault: Fault): BridgeAccount[] {
  if (fault === 'nothing') return [];
  const lie = LIES[fault];
  return lie ? accounts.map(lie) : [...accounts];
}

const STATUSES: Partial<Record<Fault, number>> = {
  payment_required: 402,
  forbidden: 403,
  too_many: 429,
  broken: 500,
};

/** Answers as a fault does where it is none of contents. False where contents are to be told. */
export function answerAs(fault: Fault, response: ServerResponse, text: string): boolean {
  const status = STATUSES[fault];
  if (status) {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ errors: [`The bridge says ${status}.`] }));
  } else if (fault === 'away') response.destroy();
  else if (fault === 'redirect') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  else if (fault === 'html')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Hello</h1>');
  else if (fault === 'large')
    response.end(`{"errors":[],"accounts":[],"extra":"${'x'.repeat(10 * 1024 * 1024)}"}`);
  else if (fault === 'cut') response.end(text.slice(0, -40));
  // Whoever asked does not wait for ever.
  else return fault === 'slow';
  return true;
}
