import type { CSSProperties } from 'react';
import type { AccountOnPage } from '../bank-types';
import { coverageLabel, coverageWords, daysOf, wholeBar, type BarSpan } from './coverage-words';

const KIND_CLASS: Readonly<Record<BarSpan['kind'], string>> = {
  here: 'here',
  gap: 'gap',
  on_its_way: 'way',
  later: 'later',
  none: 'later',
};

const wide = (days: number) => ({ '--n': days }) as CSSProperties;

/** The days of an account as a bar, and what is missing in words. */
export function Coverage({
  account,
  range,
}: {
  account: AccountOnPage;
  range: { from: string; to: string };
}) {
  const { gap, rest } = coverageWords(account, range.to);
  return (
    <span className="cv">
      <span className="acc-days" role="img" aria-label={coverageLabel(account.spans)}>
        {wholeBar(account.spans, range).map((span) => (
          <i key={span.from} className={KIND_CLASS[span.kind]} style={wide(daysOf(span))} />
        ))}
      </span>
      <small>
        {gap && <b className="gp">{gap}</b>} {rest}
      </small>
    </span>
  );
}

const LEGEND = [
  ['here', 'Here'],
  ['gap', 'Gap'],
  ['way', 'On its way'],
  ['later', 'Not yet'],
] as const;

/** What the colours of the bars mean; each bar says its own in words. */
export const CoverageLegend = () => (
  <span className="k" aria-hidden="true">
    {LEGEND.map(([kind, word]) => (
      <span key={kind}>
        <span className="acc-days">
          <i className={kind} style={wide(1)} />
        </span>
        {word}
      </span>
    ))}
  </span>
);
