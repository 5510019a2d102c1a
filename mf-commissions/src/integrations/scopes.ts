/** What a key may be let into, in the order it is offered. */
export const RESOURCES = ['sales', 'customers', 'vendors', 'commissions', 'bank', 'payouts'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Payouts are only read: a program never approves or pays. */
const ONLY_READ: readonly Resource[] = ['payouts'];

/** How far a key is let into a resource; who writes also reads. */
export type Access = 'none' | 'read' | 'write';

export type Scope = `${Exclude<Resource, 'payouts'>}:${'read' | 'write'}` | 'payouts:read';

export const SCOPES = RESOURCES.flatMap((resource) =>
  accessesOf(resource)
    .filter((access) => access !== 'none')
    .map((access) => `${resource}:${access}` as Scope),
);

/** What can be chosen for a resource. */
export function accessesOf(resource: Resource): readonly Access[] {
  return ONLY_READ.includes(resource) ? ['none', 'read'] : ['none', 'read', 'write'];
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
