import fs from 'node:fs';
import path from 'node:path';
import { ROOMS, problemOf } from './module-boundaries.cjs';

describe('module boundaries', () => {
  it.each([
    ['a remote imports another', '@paperplane/mf-sales/remote', 'mf-directory/src/remote.ts'],
    ['a remote reaches into another', '../../mf-sales/src/sales-api', 'mf-directory/src/remote.ts'],
    ['a remote imports the shell', '@paperplane/shell', 'mf-sales/src/remote.ts'],
    ['the shell imports a remote', '../../mf-sales/src/remote', 'shell/src/bootstrap.tsx'],
    ['shared imports a remote', '@paperplane/mf-sales', 'shared/src/ui/button.tsx'],
    ['ui imports the platform', '@paperplane/shared/platform', 'shared/src/ui/button.tsx'],
    ['ui reaches into the platform', '../platform/paths', 'shared/src/ui/button.tsx'],
    ['domain imports ui', '../ui', 'shared/src/domain/money.ts'],
    ['domain imports words', '../words', 'shared/src/domain/money.ts'],
    ['the platform imports ui', '../ui', 'shared/src/platform/store.ts'],
    ['a page uses test helpers', '@paperplane/shared/testing', 'mf-sales/src/list/list-page.tsx'],
    ['app code imports the backend', '@paperplane/local-supabase', 'shell/src/bootstrap.tsx'],
    ['the seed uses words of tests', '../../shared/src/testing/words', 'supabase/seed/sales.ts'],
    [
      'a tool reaches below the face of the backend',
      '../local/src/database/with-client.js',
      'supabase/schema/states.ts',
    ],
    ['a test does', '../../supabase/local/src/auth/sessions', 'e2e/support/accounts.ts'],
    ['the backend imports app code', '@paperplane/shared/domain', 'supabase/local/src/backend.ts'],
    ['the platform by a path', '../../shared/src/platform', 'mf-sales/src/remote.ts'],
    ['forms by a path', '../../shared/src/forms', 'mf-sales/src/remote.ts'],
    ['the platform imports forms', '../forms', 'shared/src/platform/store.ts'],
    ['forms import the platform', '../platform/store', 'shared/src/forms/index.ts'],
    ['records reach the platform by a path', '../platform', 'shared/src/records/record-gate.tsx'],
    ['ui imports records', '../records', 'shared/src/ui/button.tsx'],
    ['shared by a path', '../../shared/src/ui', 'mf-sales/src/remote.ts'],
    ['a test helper reaches the platform by a path', '../platform/store', 'shared/src/testing/render.tsx'],
    ['a second router', 'react-router-dom', 'mf-sales/src/list/list-page.tsx'],
    ['a second store', 'react-redux', 'mf-sales/src/list/list-page.tsx'],
    ['a second api', '@reduxjs/toolkit/query/react', 'mf-sales/src/sales-api.ts'],
    ['a second form library', 'react-hook-form', 'mf-sales/src/form/form-page.tsx'],
    ['a second client', '@supabase/supabase-js', 'mf-sales/src/sales-api.ts'],
    ['a client outside its place', '@supabase/supabase-js', 'shared/src/platform/auth/session.ts'],
    [
      'a room imports its neighbour',
      '../../bank',
      'mf-commissions/src/commissions/list/commissions-page.tsx',
    ],
    [
      'a room reaches into one it sees',
      '../payouts/use-release-hold',
      'mf-commissions/src/commissions/row.ts',
    ],
    ['common ground imports a room', '../team', 'mf-directory/src/parts/no-match.tsx'],
    ['an app ships a schema', './contract', 'mf-directory/src/vendors/vendors-api.ts'],
    ['an app ships parts of schemas', '../contract-parts', 'mf-commissions/src/bank/inbox/bank-row.tsx'],
    ['an app ships a schema of the platform', '@paperplane/shared/contract', 'shell/src/bootstrap.tsx'],
    ['the runtime outside its module', '@module-federation/runtime', 'shell/src/bootstrap.tsx'],
  ])('catches: %s', (_what, specifier, file) => {
    expect(problemOf(specifier, file)).toEqual(expect.any(String));
  });

  it.each([
    ['../local/src/index.js', 'supabase/schema/states.ts'],
    ['../../local/src/index', 'supabase/tests/support/backups.ts'],
    ['@paperplane/shared/platform', 'mf-sales/src/remote.ts'],
    ['@paperplane/shared/contract', 'mf-directory/src/vendors/contract.ts'],
    ['@paperplane/shared/contract', 'mf-commissions/src/bank/contract-parts.ts'],
    ['../contract-parts', 'mf-commissions/src/bank/rules/contract.ts'],
    ['@paperplane/shared/ui', 'shell/src/layout/layout.tsx'],
    ['@paperplane/shared/words', 'shell/src/layout/layout.tsx'],
    ['@paperplane/shared/testing', 'mf-sales/src/list/list-page.test.tsx'],
    ['../domain', 'shared/src/ui/button.tsx'],
    ['../domain/errors', 'shared/src/forms/index.ts'],
    ['../ui', 'shared/src/records/record-gate.tsx'],
    ['@paperplane/shared/forms', 'shared/src/records/use-record-editor.ts'],
    ['@paperplane/shared/records', 'mf-sales/src/form/sale-form.tsx'],
    ['react-hook-form', 'shared/src/forms/index.ts'],
    ['@paperplane/shared/forms', 'mf-sales/src/form/use-sale-form.ts'],
    ['./list/list-page', 'mf-sales/src/remote.ts'],
    ['../payouts', 'mf-commissions/src/commissions/commissions-api.ts'],
    ['../parts/head-tabs', 'mf-commissions/src/bank/inbox/bank-inbox-page.tsx'],
    ['./team/team-route', 'mf-directory/src/remote.ts'],
    ['react-router-dom', 'shell/src/router/routes.tsx'],
    ['@module-federation/runtime', 'shell/src/federation.ts'],
    ['react', 'mf-sales/src/list/list-page.tsx'],
    ['../../mf-sales/src/manifest', 'e2e/journeys/sale.spec.ts'],
    ['@paperplane/shared/database', 'mf-sales/src/sale-rows.ts'],
    ['../../../shared/src/testing/words', 'supabase/tests/support/deeds.ts'],
  ])('allows %s in %s', (specifier, file) => {
    expect(problemOf(specifier, file)).toBeNull();
  });

  it('lets types cross by a path, since they leave no second store behind', () => {
    const file = 'supabase/tests/support/test-agency.test.ts';
    const types = '../../../shared/src/platform/api/database.types';
    expect(problemOf(types, file, true)).toBeNull();
    expect(problemOf(types, file)).toEqual(expect.any(String));
  });
});

it('architecture.md names every room, in its order', () => {
  const page = fs.readFileSync(path.resolve(__dirname, '../../docs/architecture.md'), 'utf8');
  const named = [...page.matchAll(/`(mf-\w+)\/src\/\{([^}]+)\}`/g)].map(([, remote = '', rooms = '']) => [
    remote,
    rooms.split(','),
  ]);
  expect(named).toEqual(Object.entries(ROOMS).map(([remote, rooms]) => [remote, Object.keys(rooms)]));
});
