import { actName } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Archive, Button, EmptyState } from '@paperplane/shared/ui';
import type { BankRecord } from '../bank-types';
import { categoryText } from '../parts/bank-words';
import { rowFacts } from '../parts/row-facts';
import type { WorkbenchActions } from './use-workbench-actions';

/** A transaction that is no commission, with its way back. */
export function SetAsidePane({ record, actions }: { record: BankRecord; actions: WorkbenchActions }) {
  const { currency } = useCurrentUser().organization;
  return (
    <section className="wb-aside" aria-label="Set aside">
      <EmptyState
        title={`Set aside: ${categoryText(record.transaction.category)}`}
        icon={<Archive className="pp-i pp-i-20" />}
        actions={
          <Button
            variant="outline"
            loading={actions.busy}
            aria-label={actName('Bring it back', rowFacts([record.transaction], currency))}
            onClick={() => void actions.bringBack()}
          >
            Bring it back
          </Button>
        }
      >
        It is no commission, so nothing is matched with it. Brought back, it is reviewed again, and so are
        later ones of this payer.
      </EmptyState>
    </section>
  );
}
