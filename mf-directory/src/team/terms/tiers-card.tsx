import { formatDate, formatMoneyExact, formatPercent, sharePercent } from '@paperplane/shared/domain';
import { Card } from '@paperplane/shared/ui';
import type { Agreement, Terms } from './terms-api';
import { bandsOf, bandText, BASES, MODES } from './terms-words';

/** What the volume is of, in the sentence under the bands. */
const COUNTED = {
  sales_booked: 'sold',
  commission_expected: 'of commission expected',
  commission_received: 'of commission received',
} as const;

/** The parts of the year's volume, the one that it has reached, and what the next one needs. */
export function TiersCard({
  agreement,
  now,
  currency,
}: {
  agreement: Agreement;
  now: Terms;
  currency: string;
}) {
  const { volume, yearFrom, next } = agreement;
  if (!now.tiers || volume === null || yearFrom === null) return null;
  return (
    <Card
      title={`Tiers by ${BASES[now.tiers.basis].toLowerCase()}`}
      action={<span className="pp-muted pp-sm">{MODES[now.tiers.mode].short}</span>}
    >
      <ul className="terms-bands">
        {bandsOf(now).map((band) => {
          const isHere = volume >= band.from && (band.to === null || volume < band.to);
          const reached = band.to === null ? 0 : sharePercent(volume - band.from, band.to - band.from);
          return (
            <li key={band.from} aria-current={isHere || undefined}>
              <b>{formatPercent(band.split)}</b>
              {isHere && <span className="terms-here">Now</span>}
              <small>{bandText(band, currency)}</small>
              <span className="terms-bar" aria-hidden="true">
                <i style={{ width: `${reached}%` }} />
              </span>
            </li>
          );
        })}
      </ul>
      <p>
        <b className="pp-strong">{formatMoneyExact(volume, currency)}</b> {COUNTED[now.tiers.basis]} since{' '}
        {formatDate(yearFrom)}
        {next ? (
          <>
            , <b className="pp-strong">{formatMoneyExact(next.missing, currency)}</b> to{' '}
            {formatPercent(next.split)}
          </>
        ) : (
          ': the last step'
        )}
        .
      </p>
    </Card>
  );
}
