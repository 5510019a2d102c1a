import { paths } from '@paperplane/shared/platform';
import type { Choice } from './choice';

type Setting = [title: string, words: string];

const OWN: readonly Setting[] = [
  ['Photo', 'picture avatar'],
  ['Your name', 'first last profile details'],
  ['Password', 'change security sign in login'],
  ['Appearance', 'theme dark light mode colors'],
];
const ADMINS: readonly Setting[] = [['Notifications of others’ sales', 'news alerts tell me']];
const AGENCY: readonly Setting[] = [
  ['Organization name', 'agency rename company'],
  ['Logo', 'agency picture brand image'],
  ['Support email', 'help contact agency'],
  ['Email on statements', 'agency contact mail payout'],
  ['Phone', 'agency telephone statements contact'],
  ['Postal address', 'agency street city statements'],
  ['Tax number', 'agency ein vat tin statements'],
  ['Default commission split', 'agent share percent'],
  ['Currency', 'money dollar euro'],
  ['Amounts are typed like', 'notation separator comma point decimal thousand'],
  ['Dates are typed like', 'date order day month year first format'],
  ['Time zone', 'timezone city day clock'],
  ['Commission counts as received', 'receipt policy deposit matched customer pays funds'],
  ['An agent can be paid', 'payout settings hold departure return travel'],
  ['Smallest payment', 'minimum payout amount'],
  ['A second person approves payouts', 'approval two people four eyes'],
  ['Match certain ones on import', 'bank automatic matching deposits'],
  ['Closed books', 'close month lock books reopen'],
];

/** What can be set, by its words: of oneself, and for admins of the agency. */
export function settingsOf(isAdmin: boolean): Choice[] {
  const settings = (list: readonly Setting[], href: string, page: string): Choice[] =>
    list.map(([title, words]) => ({ kind: 'setting', href, title, words, detail: page }));
  const own = paths.profile.href();
  return [
    ...(isAdmin ? settings(AGENCY, paths.profile.href({ tab: 'organization' }), 'Agency settings') : []),
    ...settings(isAdmin ? [...OWN, ...ADMINS] : OWN, own, 'Your profile'),
  ];
}
