import type { NavItem } from '@paperplane/shared/platform';
import { isActivePath, withMissingSections } from './tabs';

const labels = (items: NavItem[]) => items.map(({ label }) => label);

// docs/product/platform.md, Top bar
test.each([
  ['/sales', '/sales', true],
  ['/sales', '/sales/17/edit', true],
  ['/sales', '/sales-report', false],
  ['/customers', '/sales', false],
])('%s on %s: %s', (tab, pathname, active) => {
  expect(isActivePath(tab, pathname)).toBe(active);
});

// The tabs and their order; Vendors visible to admins only
describe('tabs without any remote', () => {
  // Holds platform-12
  it('are all there for admins', () => {
    expect(labels(withMissingSections([], true))).toEqual([
      'Dashboard',
      'Customers',
      'Sales',
      'Commissions',
      'Team',
      'Vendors',
      'Documents',
      'Reports',
    ]);
  });

  // Holds platform-14
  it('have no Vendors for agents', () => {
    expect(labels(withMissingSections([], false))).not.toContain('Vendors');
  });
});

test('a tab of a manifest takes the place of the shell’s own', () => {
  const own: NavItem = { label: 'Bookings', path: '/sales', access: 'user', order: 30 };
  const tabs = labels(withMissingSections([own], false));
  expect(tabs).toEqual(['Dashboard', 'Customers', 'Bookings', 'Commissions', 'Team', 'Documents', 'Reports']);
});
