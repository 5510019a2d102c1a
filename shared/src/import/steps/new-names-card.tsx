import { useState } from 'react';
import { plural } from '../../domain';
import { Card } from '../../ui';
import type { AddedSale } from '../import-api';
import { rows } from '../import-texts';
import { newNames, type NewName } from '../new-names';

const SHOWN = 8;

/** Some of them, the others on demand. */
function Names({ noun, names }: { noun: string; names: readonly NewName[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? names : names.slice(0, SHOWN);
  return (
    <section>
      <h3>{plural(names.length, noun)}</h3>
      <ul aria-label={`${noun}s`}>
        {shown.map(({ row, name, rows: count }) => (
          <li key={row}>
            <b className="pp-trunc">{name}</b>
            <span>{rows(count)}</span>
          </li>
        ))}
      </ul>
      {shown.length < names.length && (
        <button type="button" className="pp-link" onClick={() => setAll(true)}>
          {names.length - shown.length} more
        </button>
      )}
    </section>
  );
}

/** Vendors and customers whom nobody knows yet: a name that was misspelled shows itself here, before it is one. */
export function NewNamesCard({ adds }: { adds: readonly AddedSale[] }) {
  const [vendors, customers] = [newNames(adds, 'vendor'), newNames(adds, 'customer')];
  if (vendors.length + customers.length === 0) return null;
  return (
    <Card title="New with these sales">
      <div className="import-new-names">
        {vendors.length > 0 && <Names noun="new vendor" names={vendors} />}
        {customers.length > 0 && <Names noun="new customer" names={customers} />}
      </div>
    </Card>
  );
}
