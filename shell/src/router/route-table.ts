import { paths } from '@paperplane/shared/platform';

/** Who may open a route: everybody, only visitors (and whoever is about to set a password), the inactive and visitors, active people, admins and owners. */
export type RouteAccess = 'open' | 'guest' | 'reset' | 'create' | 'inactive' | 'user' | 'admin';

export interface RouteRule {
  readonly path: string;
  readonly access: RouteAccess;
  /** Name of the page in the browser's tab; empty for the product's name alone. */
  readonly title: string;
}

const rule = (path: string, access: RouteAccess, title: string): RouteRule => ({ path, access, title });

/**
 * Every route of the product with its access (docs/product.md, Routes). This table wins over a remote's manifest: a remote
 * cannot open a page the product keeps closed.
 */
export const ROUTE_TABLE = [
  rule(paths.home.pattern, 'guest', ''),
  rule(paths.login.pattern, 'guest', 'Log in'),
  rule(paths.signup.pattern, 'guest', 'Sign up'),
  rule(paths.emailConfirmation.pattern, 'guest', 'Verification Required'),
  rule(paths.resetPassword.pattern, 'reset', 'Reset your password'),
  rule(paths.createPassword.pattern, 'create', 'Set up your account'),
  rule(paths.inactive.pattern, 'inactive', 'Account Inactive'),
  rule(paths.terms.pattern, 'open', 'Terms of Service'),
  rule(paths.privacy.pattern, 'open', 'Privacy Policy'),
  rule(paths.offline.pattern, 'open', 'You’re offline'),

  rule(paths.dashboard.pattern, 'user', 'Dashboard'),
  rule(paths.profile.pattern, 'user', 'Your Profile'),
  rule(paths.notifications.pattern, 'user', 'Notifications'),
  rule(paths.team.pattern, 'user', 'Team'),
  rule(paths.sales.pattern, 'user', 'Sales'),
  rule(paths.saleCreate.pattern, 'user', 'Create sale'),
  rule(paths.sale.pattern, 'user', 'Sale details'),
  rule(paths.saleEdit.pattern, 'user', 'Edit sale'),
  rule(paths.customers.pattern, 'user', 'Customers'),
  rule(paths.customerCreate.pattern, 'user', 'Add customer'),
  rule(paths.customer.pattern, 'user', 'Customer'),
  rule(paths.customerEdit.pattern, 'user', 'Edit customer'),
  rule(paths.commissions.pattern, 'user', 'Commission Management'),
  rule(paths.commission.pattern, 'user', 'Commission Details'),

  rule(paths.teamInvite.pattern, 'admin', 'Invite agent'),
  rule(paths.teamMember.pattern, 'admin', 'Team member'),
  rule(paths.vendors.pattern, 'admin', 'Vendors'),
  rule(paths.vendorCreate.pattern, 'admin', 'Add vendor'),
  rule(paths.vendor.pattern, 'admin', 'Vendor'),
  rule(paths.vendorEdit.pattern, 'admin', 'Edit vendor'),
] as const satisfies readonly RouteRule[];

/** What the browser's tab says: `Sales · Paperplane`. */
export const documentTitle = (title: string): string => (title ? `${title} · Paperplane` : 'Paperplane');
