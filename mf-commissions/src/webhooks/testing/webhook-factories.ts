import { idOf } from '@paperplane/shared/testing';
import type { Delivery, Endpoint } from '../webhooks-api';

/** An endpoint that delivers. */
export const endpoint = (more: Partial<Endpoint> = {}): Endpoint => ({
  id: idOf('e1'),
  url: 'https://hooks.harbourvale.test/paperplane',
  host: 'hooks.harbourvale.test',
  events: ['commission.*', 'sale.*'],
  state: 'delivering',
  createdAt: '2027-01-04T15:00:00Z',
  failingSince: null,
  switchesOffAt: null,
  switchedOffAt: null,
  switchedOffBy: null,
  rotatedAt: null,
  formerUntil: null,
  waiting: 0,
  ...more,
});

/** A delivery that was taken. */
export const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: idOf('d1'),
  endpointId: idOf('e1'),
  host: 'hooks.harbourvale.test',
  eventId: idOf('v1'),
  type: 'sale.changed',
  happenedAt: '2027-02-03T14:41:07Z',
  record: { type: 'sales', id: idOf('s1'), label: 'CR-31102' },
  state: 'delivered',
  isSending: false,
  tries: 1,
  mostTries: 14,
  triedAt: '2027-02-03T14:41:08Z',
  nextTryAt: null,
  status: 200,
  code: null,
  durationMs: 210,
  answer: null,
  ...more,
});
