import { useId, useState } from 'react';
import { BASIS_LABELS, formatPercent, LIMITS, PAYMENT_BASES, plural } from '../../domain';
import { Card } from '../../ui';
import type { AddedSale } from '../import-api';
import { newNames, type NewName } from '../new-names';
import { vendorKey, type VendorTerms } from '../rules/usual-terms';
import { own } from '../rules/words';

const SHOWN = 8;

interface NamesProps {
  noun: string;
  /** What stands in a row of the file: `row`, or a sale of several rows. */
  unit: string;
  names: readonly NewName[];
  /** What stands behind a name, beside its rows. */
  more?: (name: NewName) => React.ReactNode;
}

/** Some of them, the others on demand. */
function Names({ noun, unit, names, more }: NamesProps) {
  const [all, setAll] = useState(false);
  const shown = all ? names : names.slice(0, SHOWN);
  return (
    <section>
      <h3>{plural(names.length, noun)}</h3>
      <ul aria-label={`${noun}s`}>
        {shown.map((each) => (
          <li key={each.row}>
            <b className="pp-trunc">{each.name}</b>
            <span>{plural(each.rows, unit)}</span>
            {more?.(each)}
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

interface TermsProps {
  name: string;
  rate: number | undefined;
  terms: VendorTerms[string] | undefined;
  onChange: (terms: VendorTerms[string] | undefined) => void;
}

/** With which rate a new vendor is added, and when they pay, as far as somebody says it. */
function Terms({ name, rate, terms, onChange }: TermsProps) {
  const id = useId();
  const basis = terms?.basis ?? 'departure';
  return (
    <div className="import-terms">
      <small>{rate === undefined ? 'No rate in the file' : `Usual rate ${formatPercent(rate)}`}</small>
      <label htmlFor={id}>Pays</label>
      <input
        id={id}
        className="pp-input"
        type="number"
        inputMode="numeric"
        min={0}
        max={LIMITS.paymentDaysMax}
        aria-label={`Days until ${name} pays`}
        placeholder="days"
        value={terms?.days ?? ''}
        onChange={({ target }) => {
          const days = Number(target.value);
          if (target.value === '') onChange(undefined);
          else if (Number.isInteger(days) && days >= 0 && days <= LIMITS.paymentDaysMax)
            onChange({ days, basis });
        }}
      />
      <select
        className="pp-select"
        aria-label={`Days of ${name} counted from`}
        value={basis}
        disabled={!terms}
        onChange={({ target }) => terms && onChange({ ...terms, basis: target.value })}
      >
        {PAYMENT_BASES.map((each) => (
          <option key={each} value={each}>
            {BASIS_LABELS[each].toLowerCase()}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NewNamesCardProps {
  unit: string;
  adds: readonly AddedSale[];
  /** Usual rates by `vendorKey`, in percent. */
  rates: Readonly<Record<string, number>>;
  terms: VendorTerms;
  onTerms: (terms: VendorTerms) => void;
}

/**
 * Vendors and customers whom nobody knows yet: a name that was misspelled shows itself here, before it is one. Vendors get their usual rate from the
 * rows; when they pay is asked.
 */
export function NewNamesCard({ unit, adds, rates, terms, onTerms }: NewNamesCardProps) {
  const [vendors, customers] = [newNames(adds, 'vendor'), newNames(adds, 'customer')];
  if (vendors.length + customers.length === 0) return null;
  return (
    <Card title="New with these sales">
      <div className="import-new-names">
        {vendors.length > 0 && (
          <Names
            noun="new vendor"
            unit={unit}
            names={vendors}
            more={({ name }) => (
              <Terms
                name={name}
                rate={own(rates, vendorKey(name))}
                terms={own(terms, vendorKey(name))}
                onChange={(said) => {
                  const { [vendorKey(name)]: _before, ...others } = terms;
                  onTerms(said ? { ...others, [vendorKey(name)]: said } : others);
                }}
              />
            )}
          />
        )}
        {customers.length > 0 && <Names noun="new customer" unit={unit} names={customers} />}
      </div>
    </Card>
  );
}
