import { answerOf, endpointNote, familiesOf, recordPage, triesText } from './webhook-words';
import { delivery, endpoint } from './testing/webhook-factories';

const CLOCK = { now: new Date('2027-02-03T15:00:00Z'), timeZone: 'America/New_York' };

it.each([
  ['taken', {}, '200', 'ok', '0.2 s'],
  [
    'refused, next today',
    { state: 'waiting', status: 503, nextTryAt: '2027-02-03T15:26:00Z' },
    '503',
    'no',
    'next at 10:26 AM',
  ],
  [
    'not answered, next another day',
    { state: 'waiting', status: null, code: 'slow', nextTryAt: '2027-02-04T15:26:00Z' },
    'No answer in 10 seconds',
    'no',
    'next at Feb 4, 10:26 AM',
  ],
  [
    'not reached',
    { state: 'waiting', status: null, code: 'unreachable', nextTryAt: null },
    'Not reached',
    'no',
    'waits for the endpoint',
  ],
  [
    'about to go',
    { state: 'waiting', status: null, tries: 0, nextTryAt: '2027-02-03T14:59:00Z' },
    'None yet',
    'none',
    'goes in a moment',
  ],
  ['on its way', { state: 'waiting', status: null, isSending: true }, 'None yet', 'none', 'on its way'],
  [
    'of an endpoint that is off',
    { state: 'waiting', status: 500, nextTryAt: null },
    '500',
    'no',
    'waits for the endpoint',
  ],
  ['given up', { state: 'given_up', status: 422 }, '422', 'no', 'given up'],
  ['taken once, and refused when it was sent again', { status: 500 }, '500', 'no', '0.2 s'],
] as const)('a delivery that is %s', (_name, more, text, tone, note) => {
  expect(answerOf(delivery(more), CLOCK)).toEqual({ text, tone, note });
});

it('tries are counted against how many there are while it waits', () => {
  expect(triesText(delivery({ tries: 2 }))).toBe('2');
  expect(triesText(delivery({ state: 'waiting', tries: 4 }))).toBe('4 of 14');
});

it.each([
  [{}, ''],
  [
    { rotatedAt: '2027-01-12T15:00:00Z', formerUntil: '2027-02-11T15:00:00Z' },
    'Secret rotated Jan 12, 2027, the old one works until Feb 11, 2027.',
  ],
  [
    { state: 'retrying', switchesOffAt: '2027-02-06T15:00:00Z' },
    'Switched off on Feb 6, 2027 unless it answers. Owners are told.',
  ],
  [
    { state: 'switched_off', switchedOffAt: '2027-02-06T15:00:00Z', waiting: 2 },
    'Switched off Feb 6, 2027: it took nothing for three days. 2 events wait for it, up to 30 days.',
  ],
  [
    { state: 'switched_off', switchedOffAt: '2027-02-06T15:00:00Z', switchedOffBy: 'Margaret Vale' },
    'Switched off Feb 6, 2027 by Margaret Vale.',
  ],
] as const)('%j is noted as %s', (more, note) => {
  expect(endpointNote(endpoint(more), CLOCK.timeZone)).toBe(note);
});

it('a record leads to its page, one that is no more nowhere', () => {
  const { record } = delivery();
  expect(recordPage(delivery())).toBe(`/sales/${record.id}`);
  expect(recordPage(delivery({ record: { ...record, type: 'payouts' } }))).toBe(
    `/commissions/payouts/${record.id}`,
  );
  expect(recordPage(delivery({ record: { ...record, label: null } }))).toBeNull();
});

it('events stand by family, in their order', () => {
  expect(familiesOf(['sale.created', 'sale.paid', 'later.thing'])).toEqual([
    { key: 'sale', label: 'Sales', all: 'sale.*', types: ['sale.created', 'sale.paid'] },
    { key: 'later', label: 'later', all: 'later.*', types: ['later.thing'] },
  ]);
});
