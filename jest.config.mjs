/**
 * `unit` runs pure rules in Node and components in jsdom (`*.test.tsx`, and a rule that names jsdom in its first line);
 * `database` runs against a real embedded backend.
 */
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
const transformIgnorePatterns = ['/node_modules/(?!(ofx-js|client-zip|@scure/bip39)/)'];
const moduleNameMapper = {
  '\\.css$': '<rootDir>/build/jest/empty-module.cjs',
  // TypeScript that Node runs as ES modules names what will be compiled.
  '^(\\.{1,2}/.*)\\.js$': '$1',
};

const unit = {
  displayName: 'unit',
  transform,
  transformIgnorePatterns,
  moduleNameMapper,
  setupFilesAfterEnv: ['<rootDir>/build/jest/setup-unit.ts'],
};

export default {
  // Otherwise Jest leaves one core to itself: half of a machine with two.
  maxWorkers: '100%',
  projects: [
    {
      ...unit,
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{shared,shell,mf-*,build}/**/*.test.ts'],
    },
    {
      ...unit,
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/{shared,shell,mf-*,build}/**/*.test.tsx'],
      setupFilesAfterEnv: [...unit.setupFilesAfterEnv, '<rootDir>/build/jest/setup-components.ts'],
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
