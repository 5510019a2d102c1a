import { displayName } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { InlineBanner } from '@paperplane/shared/ui';
import type { Ref } from 'react';
import type { Duplicate } from '../customer';
import { duplicateText } from './duplicate-texts';

interface DuplicateListProps {
  duplicates: readonly Duplicate[];
  /** What the button says that saves anyway. */
  submitLabel: string;
  ref?: Ref<HTMLDivElement>;
}

/** Customers who may be the same person, each with a link that leaves the form where it is. */
export function DuplicateList({ duplicates, submitLabel, ref }: DuplicateListProps) {
  return (
    <InlineBanner tone="warning" title="Is this somebody you know already?" ref={ref}>
      <ul className="pp-banner-list">
        {duplicates.map((customer) => (
          <li key={customer.id}>
            <a href={paths.customer.href(customer.id)} target="_blank" rel="noreferrer">
              {displayName(customer)}
              <span className="pp-sr"> (opens in a new tab)</span>
            </a>{' '}
            {duplicateText(customer)}
          </li>
        ))}
      </ul>
      <p>Two records of one person split their trips. If it is somebody else, press {submitLabel}.</p>
    </InlineBanner>
  );
}
