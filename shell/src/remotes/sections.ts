import type { Access } from '@paperplane/shared/platform';

/** A part of the product that a remote fills; known to the shell even when the registry cannot be read. */
export interface Section {
  readonly prefix: `/${string}`;
  readonly remote: `mf_${string}`;
  readonly label: string;
  readonly access: Access;
}

/** In the order of the tabs (docs/product/platform.md, Top bar). */
export const SECTIONS: readonly Section[] = [
  { prefix: '/dashboard', remote: 'mf_dashboard', label: 'Dashboard', access: 'user' },
  { prefix: '/customers', remote: 'mf_directory', label: 'Customers', access: 'user' },
  { prefix: '/sales', remote: 'mf_sales', label: 'Sales', access: 'user' },
  { prefix: '/commissions', remote: 'mf_commissions', label: 'Commissions', access: 'user' },
  { prefix: '/team', remote: 'mf_directory', label: 'Team', access: 'user' },
  { prefix: '/vendors', remote: 'mf_directory', label: 'Vendors', access: 'admin' },
  { prefix: '/documents', remote: 'mf_directory', label: 'Documents', access: 'user' },
  { prefix: '/reports', remote: 'mf_dashboard', label: 'Reports', access: 'user' },
];

/** The section an address lies in. */
export const sectionOf = (pathname: string): Section | undefined =>
  SECTIONS.find(({ prefix }) => pathname === prefix || pathname.startsWith(`${prefix}/`));
