/**
 * A rule is a sentence of docs/product or docs/security.md that ends with its id, `[sales-4]`. A test names the rules that it holds in a comment
 * above it, `// Holds sales-4, sales-9`. Whatever tells of both is made here.
 */
import fs from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import ts from 'typescript';

/** A rule, and where it stands. `page` is the name of its page, which its id begins with; `heading` that above it. */
export interface Rule {
  id: string;
  page: string;
  heading: string;
  text: string;
}

/** A test that holds a rule: its file, and its title as it is written there. */
export interface Holder {
  id: string;
  file: string;
  title: string;
}

/** What lists rules without a test. */
export const UNTESTED_PAGE = 'docs/rules-without-test.md';

const ID = /\s*\[([a-z-]+-\d+)\]/g;

/** The last sentence of a text, without marks of lists and cells. What stands in `code` ends none. */
function lastSentence(text: string): string {
  const plain = text.replace(/^\s*(?:[-*]|\d+\.)\s+/, '').replace(/\s+/g, ' ');
  const cells = plain.replace(/^\|\s*|\s*\|$/g, '').split(/\s+\|\s+/);
  const whole = cells.join(': ');
  const ends = [...whole.matchAll(/`[^`]*`|(?<=[.!?])\s+(?=[A-Z`])/g)].filter(([end]) => end.trim() === '');
  const end = ends.at(-1);
  return whole.slice(end ? end.index + end[0].length : 0).trim();
}

/** What belongs together: a paragraph, a point of a list with its next lines, a row of a table. */
const blocksOf = (section: string): string[] => section.split(/\n(?=\s*(?:[-*] |\d+\. |\|))|\n\s*\n/);

/** The rules of a page, from its top. @param page name of the page without `.md` */
export function rulesOf(page: string, text: string): Rule[] {
  return text.split(/^(?=#{1,4} )/m).flatMap((section) => {
    const heading = /^#{1,4} (.+)/.exec(section)?.[1] ?? page;
    return blocksOf(section.replace(/^#.*/, '')).flatMap((block) => {
      let from = 0;
      let said = '';
      return [...block.matchAll(ID)].map(({ 0: mark, 1: id = '', index }) => {
        // Several ids behind one sentence are all of it.
        said = lastSentence(block.slice(from, index)) || said;
        from = index + mark.length;
        if (/^[.:;,]/.test(block.slice(from))) from += 1;
        return { id, page, heading, text: said };
      });
    });
  });
}

const COMMENT = /\/\/ Holds ([a-z-]+-\d+(?:, [a-z-]+-\d+)*)$/gm;

/** The title of a test, or of a table or group of them: what the last call of its statement begins with. */
function titleOf(statement: ts.Statement, source: ts.SourceFile): string | undefined {
  if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return undefined;
  const [title] = statement.expression.arguments;
  return title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
    ? title.getText(source).slice(1, -1)
    : undefined;
}

/** The tests of a file that name rules. @throws Error where such a comment stands above no test */
export function holdersOf(file: string, text: string): Holder[] {
  if (!text.includes('// Holds ')) return [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const holders: Holder[] = [];
  const named = new Set<number>();
  const walk = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node)) {
      const above = ts.getLeadingCommentRanges(text, node.pos)?.at(-1);
      const title = titleOf(node, source);
      if (above && title !== undefined)
        for (const [, ids = ''] of text.slice(above.pos, above.end).matchAll(COMMENT)) {
          named.add(above.pos);
          holders.push(...ids.split(', ').map((id) => ({ id, file, title })));
        }
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  for (const { index } of text.matchAll(COMMENT))
    if (!named.has(index)) throw new Error(`${file}: "// Holds" stands above no test`);
  return holders;
}

/** Pages with rules by their names. @param root of the repository */
export function pagesOf(root: string): [page: string, text: string][] {
  const product = fs
    .readdirSync(path.join(root, 'docs/product'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => `docs/product/${file}`);
  return [...product, 'docs/security.md'].map((file) => [
    path.basename(file, '.md'),
    fs.readFileSync(path.join(root, file), 'utf8'),
  ]);
}

/** Those by what they stand under, each told by `tell`. */
function byHeading(rules: readonly Rule[], tell: (rule: Rule) => string): string {
  let [page, heading] = ['', ''];
  return rules
    .map((rule) => {
      const top = rule.page === page ? '' : `\n## ${rule.page}\n`;
      const sub = rule.page === page && rule.heading === heading ? '' : `\n### ${rule.heading}\n\n`;
      [page, heading] = [rule.page, rule.heading];
      return `${top}${sub}${tell(rule)}`;
    })
    .join('');
}

/** The page of checks: each rule with the tests that hold it. */
export function checksPage(rules: readonly Rule[], holders: readonly Holder[]): string {
  const tests = ({ id }: Rule) =>
    holders.filter((held) => held.id === id).map(({ file, title }) => `  - ${file}: ${title}\n`);
  const tell = (rule: Rule) =>
    `- \`${rule.id}\` ${rule.text}\n${tests(rule).join('') || '  - no test names it\n'}`;
  return `# What proves it\n\nMade by \`npm run docs:rules\`: the rules of docs/product and docs/security.md, and the tests that name them.\n${byHeading(rules, tell)}`;
}

/** Rules that no test names, in the order of their pages. */
export const untested = (rules: readonly Rule[], holders: readonly Holder[]): Rule[] => {
  const held = new Set(holders.map(({ id }) => id));
  return rules.filter(({ id }) => !held.has(id));
};

/** Ids that a page of rules without a test lists: `- sales: 4, 9`. */
export const listedIn = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/^- ([a-z-]+): ([\d, ]+)$/gm)].flatMap(([, name = '', numbers = '']) =>
      numbers.split(', ').map((number) => `${name}-${number}`),
    ),
  );

/**
 * docs/rules-without-test.md as it is to be. It only shrinks: a rule that gets a test leaves, a new one does not join.
 * @param before the page as it is
 */
export function untestedPage(before: string, rules: readonly Rule[], holders: readonly Holder[]): string {
  const listed = listedIn(before);
  const left = untested(rules, holders).filter(({ id }) => listed.has(id));
  const numbers = (page: string) =>
    left.filter((rule) => rule.page === page).map(({ id }) => Number(id.slice(page.length + 1)));
  const lines = [...new Set(left.map(({ page }) => page))].map(
    (page) =>
      `- ${page}: ${numbers(page)
        .sort((a, b) => a - b)
        .join(', ')}\n`,
  );
  return `# Rules without a test\n\nNo test names these rules, though many touch them: \`npm run docs:rules\` shows each. The list only shrinks: \`npm run gen\` takes off what a test names by now. A new rule comes with a test.\n\n${lines.join('')}`;
}

/** All rules of the repository, and all tests that name one. */
export function readRules(root: string): { rules: Rule[]; holders: Holder[] } {
  const tests = globSync(
    ['{build,e2e,mf-*,shared,shell}/**/*.{test,spec}.{ts,tsx}', 'supabase/**/tests/**/*.ts'],
    {
      cwd: root,
      ignore: '**/{node_modules,dist}/**',
    },
  ).sort();
  return {
    rules: pagesOf(root).flatMap(([page, text]) => rulesOf(page, text)),
    holders: tests.flatMap((file) => holdersOf(file, fs.readFileSync(path.join(root, file), 'utf8'))),
  };
}
