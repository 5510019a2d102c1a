import type { FileTable } from '../export/use-file-export';
import { AGE_LABELS, AGES, UNDATED, UNDATED_LABEL, type VendorAging } from './aging';

type InFile = Pick<VendorAging, 'name' | 'buckets' | 'amount' | 'agentsPaid' | 'oldestDueOn' | 'askedOn'>;

/** What each vendor owes, as a table. */
export const agingFile = ({ vendors }: { vendors: readonly InFile[] }): FileTable => ({
  name: 'Owed by vendors',
  columns: [
    { label: 'Vendor', kind: 'text' },
    ...AGES.map((age) => ({ label: AGE_LABELS[age].long, kind: 'money' as const })),
    { label: UNDATED_LABEL, kind: 'money' },
    { label: 'Overdue', kind: 'money' },
    { label: 'Agents already paid', kind: 'money' },
    { label: 'Oldest due', kind: 'date' },
    { label: 'Asked on', kind: 'date' },
  ],
  rows: (add) =>
    add(
      vendors.map(({ name, buckets, amount, agentsPaid, oldestDueOn, askedOn }) => [
        name,
        ...AGES.map((age) => buckets[age]),
        buckets[UNDATED],
        amount,
        agentsPaid,
        oldestDueOn,
        askedOn,
      ]),
    ),
});
