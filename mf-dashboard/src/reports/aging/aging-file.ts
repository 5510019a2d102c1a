import type { FileTable } from '../export/use-file-export';
import { AGE_LABELS, AGES, type Aging } from './aging';

/** What each vendor owes, as a table. */
export const agingFile = ({ vendors }: Aging): FileTable => ({
  name: 'Aging',
  columns: [
    { label: 'Vendor', kind: 'text' },
    ...AGES.map((age) => ({ label: AGE_LABELS[age].long, kind: 'money' as const })),
    { label: 'Overdue', kind: 'money' },
    { label: 'Oldest due', kind: 'date' },
    { label: 'Asked on', kind: 'date' },
  ],
  rows: (add) =>
    add(
      vendors.map(({ name, buckets, amount, oldestDueOn, askedOn }) => [
        name,
        ...AGES.map((age) => buckets[age]),
        amount,
        oldestDueOn,
        askedOn,
      ]),
    ),
});
