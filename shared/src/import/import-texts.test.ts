import type { Undone } from './import-api';
import { stayed } from './import-texts';

type Reason = Undone['kept'][number]['reason'];
const CHANGED = 'somebody has used or edited them since';

// docs/product/imports.md, Imports
// Holds commissions-46
it.each<[Reason[], number, string | undefined]>([
  [[], 0, undefined],
  [['used'], 1, `1 stayed because ${CHANGED}: IM-1.`],
  [['edited', 'used'], 2, `2 stayed because ${CHANGED}: IM-1, IM-2.`],
  [['closed'], 1, '1 stayed because they are in closed books: IM-1.'],
  [['edited', 'closed'], 2, `2 stayed because ${CHANGED}, or they are in closed books: IM-1, IM-2.`],
  [
    ['closed', 'closed', 'closed', 'closed'],
    1200,
    '1,200 stayed because they are in closed books: IM-1, IM-2, IM-3 and others.',
  ],
])('says why an undone import left what is %j', (reasons, keptCount, text) => {
  const kept = reasons.map((reason, index) => ({ id: `${index}`, name: `IM-${index + 1}`, reason }));
  expect(stayed({ kept, keptCount })).toBe(text);
});
