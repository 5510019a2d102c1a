import fs from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

/** What remotes say in mails and how they read files, and where functions find it. */
const MADE: readonly { from: string; to: string; leavePackages?: boolean }[] = [
  { from: 'mf-dashboard/src/reports/mailed/index.ts', to: 'supabase/functions/mail-send/made/reports.js' },
  {
    from: 'mf-commissions/src/payouts/files/mailed-statement.ts',
    to: 'supabase/functions/mail-send/made/statements.js',
  },
  {
    from: 'mf-commissions/src/bank/statements/for-functions.ts',
    to: 'supabase/functions/_shared/made/statement-reader.js',
    // They are many times larger than what needs them.
    leavePackages: true,
  },
  { from: 'shared/src/contract/api-words.ts', to: 'supabase/functions/api/made/words.js' },
];

/** Packages stay imports, where they are used: `deno.json` of the function says where they come from. */
const packages: Plugin = {
  name: 'packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^.]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@paperplane/')
        ? null
        : { path: name, external: true, sideEffects: false },
    ),
};

const HEAD = '// Made from what the app itself says: not to be edited, and in no commit.\n';

/** @param root of the repository */
async function madeForFunctions(root: string): Promise<{ file: string; text: string }[]> {
  return Promise.all(
    MADE.map(async ({ from, to, leavePackages }) => {
      const { outputFiles } = await build({
        absWorkingDir: root,
        entryPoints: [from],
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'neutral',
        mainFields: ['module', 'main'],
        target: 'es2022',
        charset: 'utf8',
        legalComments: 'none',
        logLevel: 'error',
        plugins: leavePackages ? [packages] : [],
      });
      return { file: path.join(root, to), text: HEAD + outputFiles.map(({ text }) => text).join('') };
    }),
  );
}

/**
 * Writes the app's own code where Edge Functions find it: a deployed function brings its own folder alone. What is written already is let
 * be, as a function that runs may read it.
 * @param root of the repository
 */
export async function writeMade(root: string): Promise<void> {
  for (const { file, text } of await madeForFunctions(root)) {
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) continue;
    // Whole or not at all, whoever else makes it at the same moment.
    const half = `${file}.${process.pid}`;
    fs.writeFileSync(half, text);
    fs.renameSync(half, file);
  }
}
