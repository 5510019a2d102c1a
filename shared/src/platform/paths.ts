/** Every address of the product (docs/product/platform.md, Routes), so that no screen writes one by hand. */
type Query = Record<string, string | number | null | undefined>;

const withQuery = (path: string, query?: Query): string => {
  const entries = Object.entries(query ?? {}).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  if (entries.length === 0) return path;
  return `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}`;
};

const fixed = <P extends `/${string}`>(pattern: P) => ({
  pattern,
  href: (query?: Query): string => withQuery(pattern, query),
});

const withId = <P extends `/${string}`>(pattern: P) => ({
  pattern,
  href: (id: string, query?: Query): string =>
    withQuery(pattern.replace(':id', encodeURIComponent(id)), query),
});

export const paths = {
  home: fixed('/'),
  login: fixed('/login'),
  signup: fixed('/signup'),
  emailConfirmation: fixed('/email-confirmation'),
  emailChange: fixed('/email-change'),
  resetPassword: fixed('/reset-password'),
  createPassword: fixed('/create-password'),
  inactive: fixed('/inactive'),
  terms: fixed('/terms-of-service'),
  privacy: fixed('/privacy-policy'),
  offline: fixed('/offline'),
  dashboard: fixed('/dashboard'),
  profile: fixed('/profile'),
  security: fixed('/profile/security'),
  notifications: fixed('/notifications'),
  auditLog: fixed('/settings/audit-log'),
  takeout: fixed('/settings/takeout'),
  integrations: fixed('/settings/integrations'),
  apiReference: fixed('/settings/integrations/api'),
  webhooks: fixed('/settings/integrations/webhooks'),
  accounting: fixed('/settings/integrations/accounting'),
  taxForms: fixed('/settings/integrations/tax-forms'),
  movingIn: fixed('/settings/integrations/moving-in'),
  team: fixed('/team'),
  teamInvite: fixed('/team/invite'),
  teamMember: withId('/team/:id'),
  memberTerms: withId('/team/:id/terms'),
  sales: fixed('/sales'),
  saleCreate: fixed('/sales/create'),
  salesImport: fixed('/sales/import'),
  saleGroups: fixed('/sales/groups'),
  saleGroup: withId('/sales/groups/:id'),
  sale: withId('/sales/:id'),
  saleEdit: withId('/sales/:id/edit'),
  customers: fixed('/customers'),
  customerCreate: fixed('/customers/create'),
  customersImport: fixed('/customers/import'),
  customer: withId('/customers/:id'),
  customerEdit: withId('/customers/:id/edit'),
  vendors: fixed('/vendors'),
  vendorCreate: fixed('/vendors/create'),
  vendorsImport: fixed('/vendors/import'),
  vendor: withId('/vendors/:id'),
  vendorEdit: withId('/vendors/:id/edit'),
  vendorStatement: withId('/vendors/statements/:id'),
  commissions: fixed('/commissions'),
  otherCommissions: fixed('/commissions/other'),
  commission: withId('/commissions/:id'),
  bank: fixed('/commissions/bank'),
  bankImport: fixed('/commissions/bank/import'),
  bankAccounts: fixed('/commissions/bank/accounts'),
  bankRules: fixed('/commissions/bank/rules'),
  mailbox: fixed('/commissions/bank/mailbox'),
  bankTransaction: withId('/commissions/bank/:id'),
  payouts: fixed('/commissions/payouts'),
  myPayouts: fixed('/commissions/payouts/mine'),
  payout: withId('/commissions/payouts/:id'),
  statement: withId('/commissions/statements/:id'),
  documents: fixed('/documents'),
  reports: fixed('/reports'),
  report: withId('/reports/:id'),
} as const;

/**
 * The path to go to after sign-in: only a path of this origin is honoured, anything else is the dashboard.
 * @param redirect value of the `redirect` query parameter
 */
export function safeRedirect(redirect: string | null | undefined, origin = window.location.origin): string {
  const fallback = paths.dashboard.href();
  if (!redirect || !redirect.startsWith('/')) return fallback;
  try {
    const url = new URL(redirect, origin);
    return url.origin === origin ? url.pathname + url.search + url.hash : fallback;
  } catch {
    return fallback;
  }
}
