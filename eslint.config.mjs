import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import moduleBoundaries from './build/eslint/module-boundaries.cjs';

const TYPESCRIPT = ['**/*.ts', '**/*.tsx'];
const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'e2e/**', 'supabase/tests/**', 'shared/src/testing/**'];

/**
 * A currency's sign in a text (docs/product.md, Money). Of `$1` in a replacement nothing is meant: a dollar needs two digits, or a sum after it.
 */
const OF_MONEY =
  'Write amounts with formatMoney and the currency of the agency, never with a sign of your own.';
const MONEY_TEXTS = [
  'Literal[value=/[€£]\\d|[$]\\d[\\d.,]*\\d/]',
  'JSXText[value=/[€£$]\\d/]',
  'TemplateElement[value.raw=/[€£]\\d|[$]\\d[\\d.,]*\\d/]',
  'TemplateElement[tail=false][value.raw=/[€£$]$/]',
  'BinaryExpression[operator="+"] > Literal.left[value=/[€£$]$/]',
].map((selector) => ({ selector, message: OF_MONEY }));

/** Browser tests wait for what they are about (an expectation, a response, `expect.poll`): a fixed sleep is too long on most machines and too short on some. */
const SLEEPS = [
  'CallExpression[callee.property.name="waitForTimeout"]',
  'NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]',
  'ImportDeclaration[source.value=/^(node:)?timers.promises$/]',
].map((selector) => ({ selector, message: 'Wait for what is to happen, not for a time.' }));

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.paperplane/**',
      '.nx/**',
      '**/.mf/**',
      'coverage/**',
      'test-results/**',
      'playwright-report/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  eslint.configs.recommended,
  {
    plugins: { paperplane: { rules: { 'module-boundaries': moduleBoundaries.rule } } },
    rules: {
      'paperplane/module-boundaries': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
    },
  },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.strict, tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Interfaces are asynchronous where one of their implementations is; `void` is what a mutation without an answer returns.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    // Circles of files, also over the packages of the workspace: their links in node_modules resolve to the sources.
    files: TYPESCRIPT,
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.tsx'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.tsx', '.mts', '.mjs', '.cjs', '.js'] }),
      ],
    },
    rules: { 'import-x/no-cycle': 'error' },
  },
  {
    files: ['{shell,shared,mf-*}/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.recommended],
    languageOptions: { globals: globals.browser },
    rules: {
      // Forms listen for Cmd+Enter; that adds a way, it takes none away.
      'jsx-a11y/no-noninteractive-element-interactions': ['error', { form: ['onKeyDown'] }],
      // A region that scrolls is focused, to be scrolled by keyboard.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region'] }],
      // Two rules for the React compiler, which is not used: pages load by effect and state, refs arrive as props.
      'react-hooks/set-state-in-effect': 'off',
      'react-hooks/refs': 'off',
    },
  },
  {
    files: ['{shell,shared,mf-*}/src/**/*.{ts,tsx}'],
    // The landing page shows an agency of nobody's, in dollars.
    ignores: [...TESTS, 'shell/src/pages/landing/**'],
    rules: { 'no-restricted-syntax': ['error', ...MONEY_TEXTS] },
  },
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      // Answers of servers are looked at as they come.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Playwright reads from the pattern which fixtures a function needs: none.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
  { files: ['e2e/**'], rules: { 'no-restricted-syntax': ['error', ...SLEEPS] } },
  { files: ['**/*.{js,cjs,mjs}'], languageOptions: { globals: globals.node } },
  {
    files: ['build/webpack/insert-link.cjs'],
    languageOptions: { globals: { ...globals.browser, __webpack_require__: 'readonly' } },
  },
  { files: ['build/pwa/*.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['**/*.js', '**/*.cjs'], ignores: ['build/**/*.js'], languageOptions: { sourceType: 'commonjs' } },
  prettier,
);
