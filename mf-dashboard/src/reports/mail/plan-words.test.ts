import { hourWord, ordinal, whenWords, whomWords } from './plan-words';

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [22, '22nd'],
  [30, '30th'],
  [31, '31st'],
])('%i is the %s', (day, expected) => expect(ordinal(day)).toBe(expected));

it.each([
  [0, '12 AM'],
  [7, '7 AM'],
  [12, '12 PM'],
  [23, '11 PM'],
])('hour %i is %s', (hour, expected) => expect(hourWord(hour)).toBe(expected));

it('says when', () => {
  expect(whenWords({ every: 'week', day: 1, hour: 7 })).toBe('Mondays at 7 AM');
  expect(whenWords({ every: 'month', day: 31, hour: 18 })).toBe('on the 31st of the month at 6 PM');
});

it.each([
  [true, 1, 'to you'],
  [true, 2, 'to you and 1 other'],
  [true, 4, 'to you and 3 others'],
  [false, 1, 'to 1 person'],
  [false, 3, 'to 3 people'],
  [false, 0, 'to nobody'],
])('says to whom: %s, %i', (gets, count, expected) => expect(whomWords({ gets, count })).toBe(expected));
