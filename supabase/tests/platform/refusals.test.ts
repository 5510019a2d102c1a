import path from 'node:path';
import { exportsOf, prove, proveError, takeBreaches } from '../support/contract';

/** Refusals by their codes: each code in the schema has its words, and all words their code. That both say the same is proved with every refusal that a database test meets (support/contract.ts). */
const { refusals, refusalText } = exportsOf<{
  refusals: object;
  refusalText: (code: string, params: object) => string | undefined;
}>('shared/src/contract/refusals/index.ts');
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

test('every refusal says its code, and every code has its words', () => {
  expect(said.length).toBeGreaterThan(300);
  expect(said.filter(([, , code]) => codesIn(code).length === 0)).toEqual([]);
  const codes = said.flatMap(([, , code]) => codesIn(code));
  expect([...new Set(codes)].filter((code) => !(code in refusals))).toEqual([]);
});

const LITERAL = /^'((?:[^']|'')*)'$/;
const literal = (argument = ''): string | undefined => LITERAL.exec(argument)?.[1]?.replaceAll("''", "'");

test('a sentence that nothing varies is that of its code, letter for letter, whether a test meets it or not', () => {
  const fixed = said.flatMap(([text, , code, params]) => {
    const [sentence, name] = [literal(text), literal(code)];
    return sentence && name
      ? [{ sentence, name, params: JSON.parse(literal(params) ?? '{}') as object }]
      : [];
  });
  expect(fixed.length).toBeGreaterThan(280);
  expect(fixed.filter(({ sentence, name, params }) => refusalText(name, params) !== sentence)).toEqual([]);
});

test('all words are of a code that the database says', () => {
  const codes = new Set([
    ...said.flatMap(([, , code]) => codesIn(code)),
    // Raised where `private.refuse` is not at hand, or with more in its detail.
    ...[...schema.matchAll(/"code": "([a-z_]+)"/g)].map(([, code = '']) => code),
    ...[...schema.matchAll(/'code', case .* end,/g)].flatMap(([each]) =>
      codesIn(each.replace("'code',", '')),
    ),
  ]);
  expect(Object.keys(refusals).filter((code) => !codes.has(code))).toEqual([]);
});

test('a refusal without a code, with another one’s or with wrong parameters is told', () => {
  const text = 'Use at most 500 characters.';
  for (const fact of [
    {},
    { code: 'date_expected', params: {} },
    { code: 'text_too_long', params: { most: 70 } },
  ]) {
    prove('hold_commission', { success: false, error: text, field: 'reason', ...fact });
    const [breach] = takeBreaches();
    expect(breach).toContain(text);
    proveError('hold_commission', { code: 'P0001', message: text, detail: JSON.stringify(fact) });
    expect(takeBreaches()).toEqual([expect.stringContaining(text)]);
  }
  prove('import_rows', { errors: [{ row_number: 1, message: text, code: 'date_expected', params: {} }] });
  expect(takeBreaches()).toContainEqual(expect.stringContaining(text));
  proveError('hold_commission', {
    code: 'P0001',
    message: text,
    detail: JSON.stringify({ code: 'text_too_long', params: { most: 500 } }),
  });
  proveError('hold_commission', { code: '23505', message: text });
  expect(takeBreaches()).toEqual([]);
});
