import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Checkbox, FormSection } from '@paperplane/shared/ui';
import { useSaveMatchesCertainMutation } from './organization-api';

/** Whether the certain ones of a bank file are matched without being asked for; saved with the click. */
export function MatchCertainSection({ saved }: { saved: boolean }) {
  const { organizationId } = useCurrentUser();
  const [save, saving] = useSaveMatchesCertainMutation();
  const toast = useToast();
  // While it is being saved, what was chosen.
  const matches = (saving.isLoading ? saving.originalArgs?.matches : undefined) ?? saved;

  async function choose(next: boolean) {
    const answer = await save({ id: organizationId, matches: next });
    if (answer.error) toast.error('The setting was not saved', answer.error);
  }

  return (
    <FormSection title="Bank" hint="Certain is what points to one commission alone. One undo takes it back.">
      <div>
        <Checkbox
          name="matchesCertain"
          label="Match certain ones on import"
          checked={matches}
          disabled={saving.isLoading}
          onChange={({ target }) => void choose(target.checked)}
        />
      </div>
    </FormSection>
  );
}
