import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

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

const HEAD = '// Made by `npm run gen:functions` from what the app itself says: not to be edited.\n';

/** The files made of the app's own code for Edge Functions: a deployed function brings its own folder alone. */
export async function madeForFunctions(): Promise<{ file: string; text: string }[]> {
  return Promise.all(
    MADE.map(async ({ from, to, leavePackages }) => {
      const { outputFiles } = await build({
        absWorkingDir: ROOT,
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
      return { file: path.join(ROOT, to), text: HEAD + outputFiles.map(({ text }) => text).join('') };
    }),
  );
}

/** Writes them. */
export async function writeMade(): Promise<void> {
  for (const { file, text } of await madeForFunctions()) {
    fs.writeFileSync(file, text);
    console.log(`Wrote ${path.relative(ROOT, file)}, ${Math.ceil(text.length / 1024)} kB`);
  }
}
