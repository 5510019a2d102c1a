/** Two projects: `unit` runs pure rules and components in jsdom; `database` runs against a real embedded backend. */
const transform = {
  '^.+\\.(m?[jt]s|[jt]sx)$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        target: 'es2022',
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'commonjs' },
    },
  ],
};
/** Comes as ES modules only. */
const transformIgnorePatterns = ['/node_modules/(?!ofx-js/)'];
const moduleNameMapper = { '\\.css$': '<rootDir>/build/jest/empty-module.cjs' };

export default {
  // Otherwise Jest leaves one core to itself: half of a machine with two.
  maxWorkers: '100%',
  projects: [
    {
      displayName: 'unit',
      testEnvironment: 'jsdom',
      transform,
      transformIgnorePatterns,
      moduleNameMapper,
      testMatch: ['<rootDir>/{shared,shell,mf-*,build}/**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/build/jest/setup-unit.ts'],
    },
    {
      displayName: 'database',
      testEnvironment: 'node',
      transform,
      moduleNameMapper,
      testMatch: ['<rootDir>/supabase/**/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/build/jest/setup-database.ts'],
      globalSetup: '<rootDir>/supabase/tests/support/global-setup.ts',
      globalTeardown: '<rootDir>/supabase/tests/support/global-teardown.ts',
    },
  ],
};
