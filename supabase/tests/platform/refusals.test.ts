import path from 'node:path';
import { exportsOf, prove, proveError, takeBreaches } from '../support/contract';

/** The schema has the English of each refusal beside its code. `support/contract.ts` checks every refusal that a test meets. */
const { readSchemas } = exportsOf<{ readSchemas: (root: string) => { sql: string }[] }>(
  'supabase/schema/schema-files.ts',
);
const schema = readSchemas(path.resolve(__dirname, '../../..'))
  .map(({ sql }) => sql)
  .join('\n');

/** The arguments of a call, from its opening parenthesis on. */
function argumentsAt(from: number): string[] {
  const found = [''];
  let depth = 0;
  for (const [token] of schema.slice(from).matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0) break;
    if (token === ',' && depth === 1) found.push('');
    else found[found.length - 1] += token;
  }
  return found.map((argument) => argument.replace(/^\(/, '').trim());
}

/** Calls that say a sentence themselves, and do not hand on another one's. */
const said = [...schema.matchAll(/private\.(?:refuse|command_result)(?=\()/g)]
  .map(({ index, 0: { length } }) => argumentsAt(index + length))
  .filter(([text = '']) => /'|->>/.test(text) && !text.startsWith('refusal ->>'));

const codesIn = (argument = ''): string[] =>
  [...argument.matchAll(/(?<!when |= )'([a-z_]+)'/g)].map(([, code = '']) => code);

test('every refusal says its code', () => {
  expect(said.length).toBeGreaterThan(700);
  expect(said.filter(([, , code]) => codesIn(code).length === 0)).toEqual([]);
});

/** Sentences with the one code that stands beside each. */
const fixed = said.flatMap(([text = '', , code = '']) => {
  const [, name] = /^'([a-z_]+)'$/.exec(code) ?? [];
  return name ? [{ name, text: text.replace(/\s+/g, ' ') }] : [];
});

const groups = (by: 'name' | 'text', of: 'name' | 'text') =>
  [...new Set(fixed.map((each) => each[by]))].map((key) => [
    ...new Set(fixed.filter((each) => each[by] === key).map((each) => each[of])),
  ]);

/** What a sentence is made of: its texts, and null for what SQL puts between them. */
const partsOf = (sentence: string): (string | null)[] =>
  sentence.split(/ ?\|\| ?/).map((part) => /^'((?:[^']|'')*)'$/.exec(part)?.[1] ?? null);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Numbers and what SQL puts in may differ: the parameters tell them. */
const fits = (pattern: string, sentence: string): boolean =>
  new RegExp(
    `^${partsOf(pattern)
      .map((part) => (part === null ? '.+' : escaped(part).replace(/\d[\d,]*/g, '[\\d,]+')))
      .join('')}$`,
  ).test(
    partsOf(sentence)
      .map((part) => part ?? 'x')
      .join(''),
  );

test('a code has one sentence, and a sentence one code', () => {
  expect(fixed.length).toBeGreaterThan(600);
  const several = groups('name', 'text').filter(
    (texts) => !texts.some((one) => texts.every((other) => fits(one, other))),
  );
  expect(several).toEqual([]);
  expect(groups('text', 'name').filter((names) => names.length > 1)).toEqual([]);
});

test('a refusal without a code, or with two sentences of one code, is told', () => {
  const refused = { success: false, error: 'Use at most 500 characters.', field: 'reason' };
  const fact = { code: 'text_too_long', params: { most: 500 } };
  const told = (message: string, detail: object) =>
    proveError('hold_commission', { code: 'P0001', message, detail: JSON.stringify(detail) });
  prove('hold_commission', refused);
  expect(takeBreaches()).toContain('hold_commission: Use at most 500 characters.: no code');
  prove('hold_commission', { ...refused, ...fact });
  told(refused.error, fact);
  proveError('hold_commission', { code: '23505', message: refused.error });
  expect(takeBreaches()).toEqual([]);
  told('Use at most 70 characters.', fact);
  expect(takeBreaches()).toEqual([expect.stringContaining('Use at most 70')]);
  prove('import_rows', { errors: [{ row_number: 1, message: 'Use at most 70 characters.', ...fact }] });
  expect(takeBreaches()).toContainEqual(expect.stringContaining('Use at most 70'));
});
