import * as v from 'valibot';
import { command, contract, day, id, moment, page } from '@paperplane/shared/contract';
import { answerOf, idOf, shownOf } from './answer-of';

const trip = v.strictObject({
  id,
  on: day,
  at: moment,
  status: v.picklist(['booked', 'paid']),
  notes: v.nullable(v.string()),
  code: v.optional(v.string()),
  place: v.tuple([v.number(), id]),
  seat_of: v.record(v.string(), v.strictObject({ seat_number: v.number() })),
});

describe('what is not said', () => {
  it('is the least that the schema asks for, the same in every run', () => {
    expect(answerOf(trip)).toEqual({
      id: idOf(''),
      on: '2026-11-21',
      at: '2026-11-21T12:00:00+00:00',
      status: 'booked',
      notes: null,
      place: [0, idOf('')],
      seat_of: {},
    });
  });

  it.each(Object.entries(contract))('is there for every function: %s', (_name, { answer }) => {
    expect(() => answerOf<v.GenericSchema>(answer)).not.toThrow();
  });

  it('is filled in at any depth', () => {
    const said = { rows: [{ status: 'paid' }], more: { seat_of: { vera: {} } } } as const;
    const { rows, count, more } = answerOf(page(trip, { more: v.nullable(trip) }), said);
    expect(rows).toEqual([answerOf(trip, { status: 'paid' })]);
    expect([count, more?.on, more?.seat_of]).toEqual([0, '2026-11-21', { vera: { seat_number: 0 } }]);
  });

  it('follows what is said of several that can be', () => {
    const saved = command({ id });
    expect(answerOf(saved)).toEqual({ success: true, id: idOf('') });
    expect(answerOf(saved, { success: false, error: 'No.' })).toEqual({
      success: false,
      error: 'No.',
      code: '',
      params: {},
    });
    const either = v.union([
      v.strictObject({ total: v.number() }),
      v.strictObject({ buckets: v.array(trip) }),
    ]);
    expect(answerOf(either, { buckets: [] })).toEqual({ buckets: [] });
  });

  it('of a record that may be missing is a record', () => {
    expect(answerOf(v.nullable(trip)).status).toBe('booked');
  });
});

it.each([
  ['a key too many', { more: 1 }],
  ['another type', { notes: 1 }],
  ['null where there is always something', { on: null }],
  ['an id that is none', { id: 't1' }],
  ['an item where there is one thing', { seat_of: { vera: 1 } }],
])('refuses what the database never answers: %s', (_what, wrong) => {
  expect(() => answerOf<v.GenericSchema>(trip, wrong)).toThrow(v.ValiError);
});

it('speaks to pages in their names', () => {
  expect(shownOf(trip, { seatOf: { vera: { seatNumber: 4 } } })).toMatchObject({
    seatOf: { vera: { seatNumber: 4 } },
  });
});

it('makes an id of a short name', () => {
  expect(idOf('v1')).toBe('00000000-0000-0000-0000-000000007631');
  expect(idOf('s-AZC-47902')).not.toBe(idOf('s-AZC-47903'));
  expect(() => idOf('a name that is too long')).toThrow('too long');
});
