import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const REPOSITORY = path.resolve(__dirname, '../..');

/** Faults by what the linter calls them: what we count on, of all that it knows. */
const FAULTS: Record<string, { file: string; text: string }> = {
  'paperplane(module-boundaries)': {
    file: 'mf-sales/webpack.config.js',
    text: "module.exports = import('../shell/src/boot');\n",
  },
  'paperplane(no-money-signs)': { file: 'mf-sales/src/price.ts', text: "export const price = 'for $12';\n" },
  'paperplane(no-sleeps)': {
    file: 'e2e/journeys/sleepy.ts',
    text: 'export const nap = () => new Promise((done) => setTimeout(done, 50));\n',
  },
  'import(no-cycle)': {
    file: 'shared/src/domain/egg.ts',
    text: "import { hen } from './hen';\nexport const egg = (): unknown => hen;\n",
  },
  'typescript(no-floating-promises)': {
    file: 'shell/src/floating.ts',
    text: 'const save = async () => 1;\nexport const click = () => {\n  save();\n};\n',
  },
  'typescript(no-explicit-any)': { file: 'shell/src/any.ts', text: 'export let answer: any;\n' },
  'typescript(TS2322)': { file: 'shell/src/wrong.ts', text: "export const count: number = '1';\n" },
  'react-hooks(rules-of-hooks)': {
    file: 'shell/src/hook.tsx',
    text: "import { useState } from 'react';\nexport const Box = ({ on }: { on: boolean }) => (on ? useState(0)[0] : null);\n",
  },
  'react-hooks(exhaustive-deps)': {
    file: 'shell/src/effect.tsx',
    text: "import { useEffect } from 'react';\nexport function Box({ save }: { save: () => void }) {\n  useEffect(() => save(), []);\n  return null;\n}\n",
  },
  'jsx-a11y(alt-text)': {
    file: 'shell/src/image.tsx',
    text: 'export const Face = () => <img src="/a.png" />;\n',
  },
  'eslint(no-undef)': { file: 'build/undefined.mjs', text: 'export const it = nowhere;\n' },
  'eslint(no-unused-vars)': { file: 'build/unused.mjs', text: 'const never = 1;\n' },
};

/** A comment for another linter switches no rule off. */
const SILENCED = {
  file: 'build/silenced.mjs',
  text: '// eslint-disable-next-line eqeqeq\nexport const same = (a) => a == 1;\n',
};

test('the lint step finds what it is there for', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-lint-'));
  const write = ({ file, text }: { file: string; text: string }) => {
    fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  try {
    for (const name of ['.oxlintrc.json', 'tsconfig.json', 'tsconfig.base.json'])
      fs.copyFileSync(path.join(REPOSITORY, name), path.join(folder, name));
    fs.mkdirSync(path.join(folder, 'build'));
    fs.cpSync(path.join(REPOSITORY, 'build/lint'), path.join(folder, 'build/lint'), { recursive: true });
    fs.symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'));
    for (const fault of [...Object.values(FAULTS), SILENCED]) write(fault);
    write({
      file: 'shared/src/domain/hen.ts',
      text: "import { egg } from './egg';\nexport const hen = (): unknown => egg;\n",
    });
    const { stdout, status } = spawnSync(
      process.execPath,
      [path.join(REPOSITORY, 'node_modules/oxlint/bin/oxlint'), '--format=unix'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    for (const [name, { file }] of Object.entries(FAULTS))
      expect(stdout).toMatch(new RegExp(`${file}:.*/${name.replace(/[()]/g, '\\$&')}\\]`));
    expect(stdout).toMatch(/silenced\.mjs:.*eqeqeq/);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}, 60_000);

test('no comment switches a rule off', () => {
  const code = ['*.js', '*.cjs', '*.mjs', '*.ts', '*.tsx'];
  const silenced = execFileSync('git', ['grep', '-l', 'oxlint-disable', '--', ...code], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  expect(silenced).toBe('build/lint/lint.test.ts\n');
});
