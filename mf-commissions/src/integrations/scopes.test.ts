import { accessTo, inOrder, SCOPES, withAccess } from './scopes';

it('no scope writes payouts', () => {
  expect(SCOPES).toHaveLength(11);
  expect(SCOPES).toContain('payouts:read');
  expect(SCOPES).not.toContain('payouts:write');
});

it('who writes is not asked to read as well, and what is chosen for one resource leaves the others', () => {
  const read = withAccess(['vendors:read'], 'sales', 'read');
  expect(read).toEqual(['sales:read', 'vendors:read']);
  const written = withAccess(read, 'sales', 'write');
  expect(written).toEqual(['sales:write', 'vendors:read']);
  expect(accessTo('sales', written)).toBe('write');
  expect(withAccess(written, 'sales', 'none')).toEqual(['vendors:read']);
});

it('scopes stand in the order in which they are chosen', () => {
  expect(inOrder(['bank:read', 'customers:write', 'sales:read'])).toEqual([
    'sales:read',
    'customers:write',
    'bank:read',
  ]);
});
