import * as v from 'valibot';
import { holdAnswer, takeBreaches } from './held-answers';

const trip = v.strictObject({ id: v.string(), seats: v.array(v.strictObject({ row: v.number() })) });
const told = (answer: unknown, schema: v.GenericSchema = trip) => {
  holdAnswer('find_trip', { answer: schema }, answer);
  return takeBreaches();
};

it('says where an answer is not as the contract has it, once', () => {
  expect(told({ id: 'a', seats: [{ row: 1 }] })).toEqual([]);
  expect(told({ id: 'a', seats: [{ row: 1 }, { row: '2' }], more: 1 })).toEqual([
    expect.stringMatching(/^find_trip: more: .*more/),
    expect.stringMatching(/^find_trip: seats\.1\.row: .*number/),
  ]);
  expect(takeBreaches()).toEqual([]);
});

it('says of an answer that may be one of several what each lacks', () => {
  const either = v.strictObject({ trip: v.union([trip, v.strictObject({ id: v.number() })]) });
  expect(told({ trip: { id: 'a' } }, either)).toEqual([
    expect.stringMatching(/^find_trip: trip\.id: .*number/),
    expect.stringMatching(/^find_trip: trip\.seats: /),
  ]);
});

it('knows no function without a contract', () => {
  holdAnswer('find_trips', undefined, []);
  expect(takeBreaches()).toEqual(['find_trips: no contract says what it answers']);
});
