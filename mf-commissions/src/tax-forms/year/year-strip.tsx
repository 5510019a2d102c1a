import { formatMoneyExact, plural } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { CircleAlert, CircleCheck, FileText, RefreshCw } from '@paperplane/shared/ui';
import { StripFigure } from '../../parts/strip-figure';
import type { TaxYear } from '../tax-types';

/** How many forms a year has, and what is to be done about them. */
export function YearStrip({ year: { sums, threshold } }: { year: TaxYear }) {
  const { currency } = useCurrentUser().organization;
  const icon = 'pp-i';
  return (
    <section className="pp-card strip" aria-label="Forms of the year">
      <StripFigure
        label="To report"
        icon={<FileText className={icon} />}
        figure={formatMoneyExact(sums.amount, currency)}
        notes={[
          plural(sums.reported, 'agent'),
          sums.exempt > 0
            ? `${sums.exempt} not reported`
            : `from ${formatMoneyExact(threshold.amount, currency)} on`,
        ]}
        failed={false}
      />
      <StripFigure
        label="Ready"
        icon={<CircleCheck className={icon} />}
        figure={String(sums.ready)}
        notes={['not exported yet']}
        failed={false}
      />
      <StripFigure
        label="Details missing"
        icon={<CircleAlert className={icon} />}
        figure={String(sums.missing)}
        notes={['no form without them']}
        failed={false}
      />
      <StripFigure
        label="Changed since"
        icon={<RefreshCw className={icon} />}
        figure={String(sums.changed)}
        notes={['to be corrected']}
        failed={false}
      />
    </section>
  );
}
