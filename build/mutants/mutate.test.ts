import { faults, withFault } from './mutate.mjs';

const mutants = (text: string, language: 'sql' | 'ts' | 'tsx') =>
  faults(text, language).map((fault) => withFault(text, fault));

test('a rule gets one fault at a time', () => {
  expect(mutants('export const fits = (a: number) => a > 1 && a <= 9;', 'ts').sort()).toEqual([
    'export const fits = (a: number) => a > 1 && a < 9;',
    'export const fits = (a: number) => a > 1 || a <= 9;',
    'export const fits = (a: number) => a >= 1 && a <= 9;',
  ]);
});

test('nothing that is not executed gets one: types, texts, comments, also behind a lone quote in a regular expression', () => {
  const text = [
    "const QUOTES = /[`']/;",
    '/** `true` where a > b. */',
    "type Answer = { ok: true } | { ok: false; why: 'a && b' };",
    'const said = `a < b`;',
  ].join('\n');
  expect(mutants(`${text}\nconst both = x && y;`, 'ts')).toEqual([`${text}\nconst both = x || y;`]);
});

test('SQL gets them too, also where it is built of texts, but no sentence for people', () => {
  expect(
    mutants("select 'Choose this or that', ' and b', a = 1 -- not b = 1\nset search_path = ''", 'sql'),
  ).toEqual([
    "select 'Choose this or that', ' and b', a <> 1 -- not b = 1\nset search_path = ''",
    "select 'Choose this or that', ' or b', a = 1 -- not b = 1\nset search_path = ''",
  ]);
});

test('a screen gets links and buttons that do nothing, fields in the place of others, and a draft that is lost', () => {
  const text = [
    'const draft = useDraft(`sale.${id}`);',
    'const shown = <Link to={paths.home} onClick={close}>{person.firstName}</Link>;',
  ].join('\n');
  expect(
    mutants(text, 'tsx').map((mutant) => mutant.split('\n').find((line) => !text.includes(line))),
  ).toEqual([
    'const shown = <Link to="/nowhere" onClick={close}>{person.firstName}</Link>;',
    'const shown = <Link to={paths.home} onClick={() => undefined}>{person.firstName}</Link>;',
    'const draft = useDraft(String(Math.random()));',
    'const shown = <Link to={paths.home} onClick={close}>{person.lastName}</Link>;',
  ]);
});
