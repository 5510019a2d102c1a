import { PayerCard } from '../year/payer-card';
import { PeopleCard } from '../year/people-card';
import type { TaxYear } from '../tax-types';
import { NotesCard } from './notes-card';

interface EuYearProps {
  year: TaxYear;
  page: number;
  pageTo: (page: number) => string;
  onSettings: () => void;
}

/** The credit notes of a year. */
export function EuYear({ year, page, pageTo, onSettings }: EuYearProps) {
  return (
    <div className="pp-grid">
      <div className="c8 pp-stack pp-stack-lg">
        <NotesCard year={year} page={page} pageTo={pageTo} />
        <PeopleCard year={year} />
      </div>
      <div className="c4 pp-stack pp-stack-lg">
        <PayerCard settings={year.settings} onChange={onSettings} />
      </div>
    </div>
  );
}
