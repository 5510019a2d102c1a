import { Buffer } from 'node:buffer';
import { problemOf } from './problems.ts';

/** Where a page ended, as programs carry it: opaque, for what is in it may change. */
export const writeCursor = (place: string): string => Buffer.from(place, 'utf8').toString('base64url');

const PLACE = /^u?\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The place in a cursor. @param byChange whether the list has `updated_since`: its order is another one @throws ApiProblem where it is none of ours, or of the other order */
export function readCursor(cursor: string, byChange: boolean): string {
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!PLACE.test(place) || place.startsWith('u') !== byChange)
    throw problemOf(400, 'api_parameter_wrong', 'cursor');
  return place;
}
