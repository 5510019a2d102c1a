import { guessDateOrder, provenDateOrder, readDate } from './read-date';

describe('dates', () => {
  it.each([
    [['1/2/2020', '3/4/2020'], 'mdy'],
    [['1/2/2020', '13/4/2020'], 'dmy'],
    [['1/25/2020'], 'mdy'],
    [['1.2.2020'], 'dmy'],
    [['2020-01-02'], 'ymd'],
    [['', 'unknown'], 'mdy'],
  ])('%j are written %s', (values, order) => {
    expect(guessDateOrder(values)).toBe(order);
  });

  it.each([
    [['1/2/2020', '3/4/2020'], null],
    [['1/2/2020', '3/14/2020'], 'mdy'],
    [['3.4.2020'], 'dmy'],
  ])('%j prove %s', (values, order) => {
    expect(provenDateOrder(values)).toBe(order);
  });

  it.each<[string, 'mdy' | 'dmy' | 'ymd', string | null]>([
    ['2026-11-19', 'mdy', '2026-11-19'],
    ['2026/1/9', 'dmy', '2026-01-09'],
    ['11/19/2026', 'mdy', '2026-11-19'],
    ['19.11.2026', 'dmy', '2026-11-19'],
    ['19.11.2026 00:00', 'dmy', '2026-11-19'],
    ['1/2/61', 'mdy', '1961-01-02'],
    ['1/2/26', 'mdy', '2026-01-02'],
    ['80/3/1', 'ymd', '1980-03-01'],
    ['19 Nov 2026', 'mdy', '2026-11-19'],
    ['Nov 19, 2026', 'mdy', '2026-11-19'],
    ['November 3rd 2026', 'mdy', '2026-11-03'],
    ['29-Feb-1980', 'mdy', '1980-02-29'],
    ['2021-02-30', 'mdy', 'impossible'],
    ['13/13/2020', 'mdy', 'impossible'],
    ['29-Feb-1981', 'mdy', 'impossible'],
    ['soon', 'mdy', null],
    ['44519', 'mdy', null],
  ])('%s written %s is %s', (text, order, iso) => {
    expect(readDate(text, order, 2026)).toBe(iso);
  });
});
