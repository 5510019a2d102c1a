import { partialPlaces } from './partial';

const months = ['2026-09-01', '2026-10-01', '2026-11-01'];

it.each([
  ['whole months that are over', '2026-09-01', '2026-11-30', '2026-12-05', {}],
  ['the running month', '2026-09-01', '2026-11-30', '2026-11-21', { 2: 'so far' }],
  ['a first month that is cut off', '2026-09-10', '2026-11-30', '2026-12-05', { 0: 'from Sep 10' }],
  ['a last month that is cut off', '2026-09-01', '2026-11-20', '2026-12-05', { 2: 'until Nov 20' }],
  ['a running month in the middle', '2026-09-01', '2026-11-30', '2026-10-21', { 1: 'so far' }],
])('knows %s', (_what, start, end, today, partial) => {
  expect(partialPlaces('month', months, { start, end }, today)).toEqual(partial);
});

it('knows the running day and the cut-off week', () => {
  expect(
    partialPlaces(
      'day',
      ['2026-11-20', '2026-11-21'],
      { start: '2026-11-20', end: '2026-11-21' },
      '2026-11-21',
    ),
  ).toEqual({
    1: 'so far',
  });
  expect(
    partialPlaces(
      'week',
      ['2026-11-01', '2026-11-08'],
      { start: '2026-11-03', end: '2026-11-14' },
      '2026-12-01',
    ),
  ).toEqual({
    0: 'from Nov 3',
  });
});
