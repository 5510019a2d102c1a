/** The three roles of an organization (docs/product/tenancy.md, Roles). */
export const ROLES = ['owner', 'admin', 'agent'] as const;
export type Role = (typeof ROLES)[number];

/** Name of a role as people read it. */
export const ROLE_LABELS: Record<Role, string> = { owner: 'Owner', admin: 'Admin', agent: 'Agent' };

export const isOwner = (role: Role | undefined): boolean => role === 'owner';

/** Admins and owners alike: everything an admin may do, an owner may. */
export const isAdmin = (role: Role | undefined): boolean => role === 'admin' || role === 'owner';

export const isAgent = (role: Role | undefined): boolean => role === 'agent';
