import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, CircleCheck, Clock, EmptyState, Upload } from '@paperplane/shared/ui';
import type { BankView } from '../bank-api';

const NOTHING: Record<BankView, { title: string; text: string }> = {
  review: { title: 'Nothing waits for you', text: 'Every transaction is matched, unclaimed or set aside.' },
  matched: {
    title: 'Nothing is matched yet',
    text: 'Accept a suggestion, or open a transaction and match it.',
  },
  unclaimed: { title: 'No money is unclaimed', text: 'Whatever no sale explains yet will wait here.' },
  set_aside: {
    title: 'Nothing is set aside',
    text: 'Fees, transfers and other money that is no commission go here.',
  },
  all: { title: 'No transactions', text: 'Import a file of your bank.' },
};

/** What vendors owe needs no file. */
const WhatIsOverdue = () => (
  <Link to={paths.report.href('aging')} className={buttonClass('outline')}>
    <Clock className="pp-i" />
    <span>See what is overdue</span>
  </Link>
);

/** Nothing has ever been imported. */
export function FirstImport() {
  return (
    <EmptyState
      kind="first-run"
      title="Match what the bank received with what vendors owe"
      actions={
        <>
          <Link to={paths.bankImport.href()} className={buttonClass('primary')}>
            <Upload className="pp-i" />
            <span>Import a bank file</span>
          </Link>
          <WhatIsOverdue />
        </>
      }
    >
      Import the file of your bank: each deposit gets a suggestion with its reasons, and nothing is matched
      before you say so.
    </EmptyState>
  );
}

/** A view that holds nothing. */
export function NothingHere({ view }: { view: BankView }) {
  const { title, text } = NOTHING[view];
  return (
    <EmptyState
      title={title}
      icon={<CircleCheck className="pp-i pp-i-20" />}
      actions={
        view === 'review' && (
          <>
            <Link to={paths.bankImport.href()} className={buttonClass('outline')}>
              <Upload className="pp-i" />
              <span>Import a bank file</span>
            </Link>
            <WhatIsOverdue />
          </>
        )
      }
    >
      {text}
    </EmptyState>
  );
}
