import { formatMoneyExact, plural } from '@paperplane/shared/domain';
import { Button } from '@paperplane/shared/ui';
import type { BankRecord, Suggestion } from '../bank-types';
import { Unbroken } from '../parts/unbroken';
import { isSuggested, withSuggestion } from './draft';
import { howItDiffers, moreByChance } from './suggestion-words';
import type { Workbench } from './use-workbench';
import type { WorkbenchActions } from './use-workbench-actions';

interface SuggestionsProps {
  record: BankRecord;
  workbench: Workbench;
  actions: WorkbenchActions;
  currency: string;
}

/** At most three suggestions, each saying why, or how it differs from the first. */
export function Suggestions({ record, workbench, actions, currency }: SuggestionsProps) {
  const { suggestions } = record;
  if (suggestions.length === 0) return null;
  const [first] = suggestions;
  const chosen = suggestions.find((each) => isSuggested(workbench.draft, record, each));
  const sets = suggestions.every(({ kind, difference }) => kind === 'set' && difference === 0);
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const more = moreByChance(suggestions);
  return (
    <>
      <h2>
        {sets ? 'Sets that add up' : 'Suggestions'} <span>{suggestions.length}</span>
      </h2>
      <div className="wb-sets" role="radiogroup" aria-label={sets ? 'Sets that add up' : 'Suggestions'}>
        {suggestions.map((suggestion) => (
          <label key={suggestion.rank}>
            <input
              type="radio"
              name="suggestion"
              checked={chosen?.rank === suggestion.rank}
              onChange={() => workbench.change(() => withSuggestion(record, suggestion))}
            />
            <b>{titleOf(suggestion)}</b>
            <kbd className="pp-kbd only-d" aria-hidden="true">
              {suggestion.rank}
            </kbd>
            <small>
              <Unbroken>{howItDiffers(suggestion, first ?? suggestion, money)}</Unbroken>
            </small>
          </label>
        ))}
      </div>
      <div className="wb-no">
        {more && <small>{more}</small>}
        {chosen && record.transaction.status !== 'matched' && (
          <Button
            variant="link"
            size="sm"
            onClick={() => void actions.reject(chosen.rank)}
            loading={actions.busy}
          >
            Not this
          </Button>
        )}
      </div>
    </>
  );
}

function titleOf({ parts: [first, ...others] }: Suggestion): string {
  if (!first) return 'Nothing';
  return others.length === 0
    ? `${first.bookingReference} ${first.customer}`
    : plural(others.length + 1, 'booking');
}
