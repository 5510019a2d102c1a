import { columnHead, neutralize, toCsv } from './csv';

test.each([
  ['=1+1', "'=1+1"],
  ['+43 1 234', "'+43 1 234"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['\n=1', "'\n=1"],
  [' =1+1', "' =1+1"],
  ['\u00a0 \t@SUM(A1)', "'\u00a0 \t@SUM(A1)"],
  ['\u200b=1', "'\u200b=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  [' ＠SUM(A1)', "' ＠SUM(A1)"],
  ['-12.50', '-12.50'],
  ['-12', '-12'],
  ['a=b', 'a=b'],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(neutralize(text)).toBe(written);
});

test('a table keeps quotes, lines, blanks, numbers and empty cells', () => {
  expect(
    toCsv(
      ['Name', 'Amount', 'Note'],
      [
        ['Lind, "Vera"', -12.5, null],
        ['Élodie\nBerg', 1200, '=cmd|A1'],
        [' before', undefined, 'two words'],
        ['behind ', 0, ''],
      ],
    ),
  ).toBe(
    `\uFEFFName,Amount,Note\r\n"Lind, ""Vera""",-12.5,\r\n"Élodie\nBerg",1200,'=cmd|A1\r\n" before",,two words\r\n"behind ",0,\r\n`,
  );
});

test('columns are named in words', () => {
  expect(columnHead('expected_payment_days')).toBe('Expected payment days');
});

test('a tab stays inside its cell', () => {
  expect(toCsv(['Notes'], [['a\t=1+1']])).toBe('\uFEFFNotes\r\n"a\t=1+1"\r\n');
});
