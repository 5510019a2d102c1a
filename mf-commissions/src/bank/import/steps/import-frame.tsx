import { plural } from '@paperplane/shared/domain';
import { Steps } from '@paperplane/shared/import';
import { Link, paths } from '@paperplane/shared/platform';
import { cx, InlineBanner, PageHead } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import '../../../parts/docked.css';
import type { BankImport, Stage } from '../use-bank-import';

const STEPS = ['File', 'Check', 'Import'];
const PLACE: Readonly<Record<Stage['step'], number>> = { file: 0, check: 1, run: 2, done: STEPS.length };

interface ImportFrameProps {
  work: BankImport;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** The next step, at the foot of a phone. */
  docked?: ReactNode;
  children: ReactNode;
}

/** What all steps have around them: title, steps, and what went wrong. Lines need all the width there is. */
export function ImportFrame({ work, actions, docked, children }: ImportFrameProps) {
  const { stage, error, notice, waiting } = work;
  return (
    <main id="main" className={cx('pp-page bank-import', stage.step !== 'check' && 'pp-page-form')}>
      <PageHead
        title="Import transactions"
        back={{ to: paths.bank.href(), label: 'Bank' }}
        link={Link}
        subtitle={waiting.length > 0 ? `${plural(waiting.length, 'more file')} after this one` : undefined}
        actions={actions}
      />
      <div className="pp-stack pp-stack-lg">
        <Steps names={STEPS} now={PLACE[stage.step]} />
        {notice}
        {error && (
          <InlineBanner
            tone="danger"
            title={stage.step === 'file' ? 'The file was not read' : 'The import did not go on'}
          >
            {error}
          </InlineBanner>
        )}
        {children}
      </div>
      <div className="docked">{docked}</div>
    </main>
  );
}
