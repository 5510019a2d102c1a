import type { CSSProperties } from 'react';
import type { AccountOnPage } from '../bank-types';
import { coverageLabel, coverageWords, daysOf } from './coverage-words';

const KIND_CLASS: Readonly<Record<AccountOnPage['spans'][number]['kind'], string>> = {
  here: 'here',
  gap: 'gap',
  on_its_way: 'way',
  later: 'later',
};

const wide = (days: number) => ({ '--n': days }) as CSSProperties;

/** The days of an account as a bar, and what is missing in words. */
export function Coverage({ account, to }: { account: AccountOnPage; to: string }) {
  const { gap, rest } = coverageWords(account, to);
  return (
    <span className="cv">
      <span className="acc-days" role="img" aria-label={coverageLabel(account.spans)}>
        {account.spans.map((span) => (
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
