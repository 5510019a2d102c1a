import type { TaxYear } from '../tax-types';
import { ExportsCard } from './exports-card';
import { PayerCard } from './payer-card';
import { PeopleCard } from './people-card';
import { ThresholdCard } from './threshold-card';
import { YearStrip } from './year-strip';

interface UsYearProps {
  year: TaxYear;
  onSettings: () => void;
}

/** The data of Form 1099-NEC of a year. */
export function UsYear({ year, onSettings }: UsYearProps) {
  return (
    <>
      <YearStrip year={year} />
      <div className="pp-grid">
        <div className="c8 pp-stack pp-stack-lg">
          <PeopleCard year={year} />
        </div>
        <div className="c4 pp-stack pp-stack-lg">
          <ThresholdCard year={year} />
          <PayerCard settings={year.settings} onChange={onSettings} />
          <ExportsCard exports={year.exports} />
        </div>
      </div>
    </>
  );
}
