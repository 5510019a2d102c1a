import { Button, Inbox, SEND_KEYS } from '@paperplane/shared/ui';
import { actName } from '@paperplane/shared/domain';
import type { VendorStatement } from '../../bank-types';
import type { StatementActs } from './use-statement-actions';

interface StatementActionsProps {
  statement: VendorStatement;
  actions: StatementActs;
}

/** Expect its deposit, or set it aside; nothing once its deposit is matched. */
export function StatementActions({ statement: { status }, actions }: StatementActionsProps) {
  if (status === 'matched') return null;
  const { busy, expect, setAside, facts } = actions;
  return (
    <>
      {status !== 'set_aside' && (
        <Button
          variant="outline"
          className="keep"
          disabled={busy}
          aria-label={actName('Set aside', facts)}
          onClick={() => void setAside()}
        >
          Set aside
        </Button>
      )}
      {expect && (
        <Button
          className="docked-twin"
          icon={<Inbox className="pp-i" />}
          iconAfter={
            <kbd className="pp-kbd" aria-hidden="true">
              {SEND_KEYS}
            </kbd>
          }
          loading={busy}
          aria-label={actName('Expect this deposit', facts)}
          onClick={() => void expect()}
        >
          Expect this deposit
        </Button>
      )}
    </>
  );
}

/** On a phone the next step stands at the foot. */
export function DockedAction({ actions: { busy, expect, facts } }: Pick<StatementActionsProps, 'actions'>) {
  const words = `Expect this deposit, ${facts.amount}`;
  return (
    <div className="docked">
      {expect && (
        <Button
          block
          loading={busy}
          aria-label={actName(words, { ...facts, amount: undefined })}
          onClick={() => void expect()}
        >
          {words}
        </Button>
      )}
    </div>
  );
}
