import { paths } from '@paperplane/shared/platform';

/** Who may open a route: everybody, only visitors (and whoever is about to set a password), the inactive and visitors, active people, admins and owners. */
export type RouteAccess = 'open' | 'guest' | 'reset' | 'create' | 'inactive' | 'user' | 'admin';

export interface RouteRule {
  readonly path: string;
  readonly access: RouteAccess;
  /** Name of the page in the browser's tab; empty for the product's name alone. */
  readonly title: string;
  /** Whether the shell brings the page, else a remote does. */
  readonly own: boolean;
}

type Rules = Partial<Record<keyof typeof paths, readonly [access: RouteAccess, title: string]>>;

/** The shell's own pages. No remote has a page in the place of one of these. */
const OWN = {
  home: ['guest', ''],
  login: ['guest', 'Log in'],
  signup: ['guest', 'Sign up'],
  emailConfirmation: ['guest', 'Verification Required'],
  resetPassword: ['reset', 'Reset your password'],
  createPassword: ['create', 'Set up your account'],
  inactive: ['inactive', 'Account Inactive'],
  terms: ['open', 'Terms of Service'],
  privacy: ['open', 'Privacy Policy'],
  emailChange: ['open', 'Change of email address'],
  offline: ['open', 'You’re offline'],
  profile: ['user', 'Your Profile'],
  security: ['user', 'Security'],
  notifications: ['user', 'Notifications'],
} as const satisfies Rules;

/** Pages of the remotes. */
const MOUNTED = {
  dashboard: ['user', 'Dashboard'],
  reports: ['user', 'Reports'],
  report: ['user', 'Report'],
  sales: ['user', 'Sales'],
  saleCreate: ['user', 'Create sale'],
  salesImport: ['user', 'Import sales'],
  saleGroups: ['user', 'Groups'],
  saleGroup: ['user', 'Group'],
  sale: ['user', 'Sale details'],
  saleEdit: ['user', 'Edit sale'],
  commissions: ['user', 'Commission Management'],
  otherCommissions: ['admin', 'Other commissions'],
  commission: ['user', 'Commission Details'],
  bank: ['admin', 'Bank'],
  bankImport: ['admin', 'Import transactions'],
  bankAccounts: ['admin', 'Bank accounts'],
  bankRules: ['admin', 'Bank rules'],
  mailbox: ['admin', 'Statement mailbox'],
  bankTransaction: ['admin', 'Bank Transaction'],
  payouts: ['user', 'Payouts'],
  myPayouts: ['user', 'My payouts'],
  payout: ['admin', 'Payout'],
  statement: ['user', 'Statement'],
  customers: ['user', 'Customers'],
  customerCreate: ['user', 'Add customer'],
  customersImport: ['user', 'Import customers'],
  customer: ['user', 'Customer'],
  customerEdit: ['user', 'Edit customer'],
  team: ['user', 'Team'],
  teamInvite: ['admin', 'Invite agent'],
  teamMember: ['admin', 'Team member'],
  memberTerms: ['user', 'Terms of a person'],
  vendors: ['admin', 'Vendors'],
  vendorCreate: ['admin', 'Add vendor'],
  vendorsImport: ['admin', 'Import vendors'],
  vendor: ['admin', 'Vendor'],
  vendorEdit: ['admin', 'Edit vendor'],
  vendorStatement: ['admin', 'Vendor statement'],
  documents: ['user', 'Documents'],
  auditLog: ['admin', 'Audit log'],
  takeout: ['admin', 'Take it with you'],
  integrations: ['admin', 'Integrations'],
  apiReference: ['admin', 'API reference'],
  webhooks: ['admin', 'Webhooks'],
  accounting: ['admin', 'Accounting'],
  taxForms: ['admin', 'Tax forms'],
  movingIn: ['admin', 'Moving in'],
} as const satisfies Rules;

/** An address of the product without a line here is a mistake that tsc names. */
const RULES: Required<Rules> = { ...OWN, ...MOUNTED };

/**
 * Every route of the product with its access (docs/product/platform.md, Routes). This table wins over a remote's manifest: a remote
 * cannot open a page the product keeps closed.
 */
export const ROUTE_TABLE: readonly RouteRule[] = (Object.keys(RULES) as (keyof typeof paths)[]).map(
  (name) => {
    const [access, title] = RULES[name];
    return { path: paths[name].pattern, access, title, own: name in OWN };
  },
);

/** What the browser's tab says: `Sales · Paperplane`. */
export const documentTitle = (title: string): string => (title ? `${title} · Paperplane` : 'Paperplane');
