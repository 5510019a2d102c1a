/** What a key may be let into, in the order it is offered. Payouts are only read: a program never approves or pays. */
const OFFERED = {
  sales: { label: 'Sales', writes: true },
  customers: { label: 'Customers', writes: true },
  vendors: { label: 'Vendors', writes: true },
  commissions: { label: 'Commissions', writes: true },
  bank: { label: 'Bank transactions', writes: true },
  payouts: { label: 'Payouts', writes: false },
} as const;

export type Resource = keyof typeof OFFERED;
export const RESOURCES = Object.keys(OFFERED) as Resource[];

/** What a resource is called. */
export const labelOf = (resource: Resource): string => OFFERED[resource].label;

/** How far a key is let into a resource; who writes also reads. */
export type Access = 'none' | 'read' | 'write';

export const SCOPES = RESOURCES.flatMap((resource) =>
  accessesOf(resource)
    .filter((access) => access !== 'none')
    .map((access) => `${resource}:${access}`),
) as {
  [Each in Resource]: `${Each}:${(typeof OFFERED)[Each]['writes'] extends true ? 'read' | 'write' : 'read'}`;
}[Resource][];

/** `sales:read`. */
export type Scope = (typeof SCOPES)[number];

/** What can be chosen for a resource. */
export function accessesOf(resource: Resource): readonly Access[] {
  return OFFERED[resource].writes ? ['none', 'read', 'write'] : ['none', 'read'];
}

/** How far these scopes let into a resource. */
export const accessTo = (resource: Resource, scopes: readonly Scope[]): Access =>
  scopes.includes(`${resource}:write` as Scope)
    ? 'write'
    : scopes.includes(`${resource}:read`)
      ? 'read'
      : 'none';

/** These scopes with another access to one resource, in the order of resources. */
export function withAccess(scopes: readonly Scope[], resource: Resource, access: Access): Scope[] {
  return RESOURCES.flatMap((each) => {
    const wanted = each === resource ? access : accessTo(each, scopes);
    return wanted === 'none' ? [] : [`${each}:${wanted}` as Scope];
  });
}

/** As they are offered, not as they are kept. */
export const inOrder = (scopes: readonly Scope[]): Scope[] =>
  SCOPES.filter((scope) => scopes.includes(scope));

export const isWriting = (scope: Scope): boolean => scope.endsWith(':write');

/** `read sales`, `write customers`. */
export function scopeText(scope: Scope): string {
  const [resource, access] = scope.split(':');
  return `${access} ${resource}`;
}
