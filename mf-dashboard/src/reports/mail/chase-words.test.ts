import { chaseWords } from './chase-words';

const chase = {
  state: 'running',
  askedOn: '2027-02-03',
  followUps: 0,
  nextOn: '2027-02-10',
  toAddress: 'agents@pennant.test',
  mail: { state: 'sent', code: null, words: null },
} as const;

// Holds mail-32
it.each([
  [{}, 'Asked Feb 3, follow-up 1 of 6 on Feb 10'],
  [{ followUps: 3, nextOn: '2027-03-03' }, 'Asked Feb 3, follow-up 4 of 6 on Mar 3'],
  [
    { mail: { state: 'queued', code: null, words: null } },
    'Asked Feb 3, e-mail waits to be sent, follow-up 1 of 6 on Feb 10',
  ],
  [{ state: 'once', nextOn: null }, 'Asked Feb 3 by e-mail'],
  [{ state: 'paid', nextOn: null, followUps: 2 }, 'Asked Feb 3, all paid after 2 follow-ups'],
  [{ state: 'stopped', nextOn: null, followUps: 1 }, 'Asked Feb 3, stopped after 1 follow-up'],
  [{ state: 'ended', nextOn: null, followUps: 6 }, 'Asked Feb 3, 6 follow-ups, the most there are'],
  [
    {
      state: 'undelivered',
      nextOn: null,
      mail: { state: 'bounced', code: 'bounced', words: 'No such user' },
    },
    'Asked Feb 3: did not reach agents@pennant.test: No such user',
  ],
] as const)('%j', (more, expected) => {
  expect(chaseWords({ ...chase, ...more }, '2027-02-05')).toBe(expected);
});
