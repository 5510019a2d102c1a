import { displayMessage } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Checkbox, FormSection, InlineError, Skeleton } from '@paperplane/shared/ui';
import { useGetOwnChoicesQuery, useSaveOwnChoicesMutation, type OwnChoices } from './profile-api';

interface OwnChoiceProps {
  choice: keyof OwnChoices;
  name: string;
  label: string;
}

/** One of them; saved with the click. */
function OwnChoice({ choice, name, label }: OwnChoiceProps) {
  const { id } = useCurrentUser();
  const { data, error, refetch } = useGetOwnChoicesQuery(id);
  const [save, saving] = useSaveOwnChoicesMutation();
  const toast = useToast();

  async function choose(next: boolean) {
    const answer = await save({ userId: id, choices: { [choice]: next } });
    if (answer.error) toast.error('The setting was not saved', answer.error);
  }

  return (
    <div>
      {error && data === undefined ? (
        <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton width={220} />
      ) : (
        <Checkbox
          name={name}
          label={label}
          checked={data[choice]}
          disabled={saving.isLoading}
          onChange={({ target }) => void choose(target.checked)}
        />
      )}
    </div>
  );
}

/** What an admin wants to hear of and to see. */
export const OwnChoicesSections = () => (
  <>
    <FormSection title="Notifications" hint="What concerns your own sales is always told.">
      <OwnChoice
        choice="hears_of_sales"
        name="hearsOfSales"
        label="Tell me when others record a sale, or mark one as paid"
      />
    </FormSection>
    <FormSection title="Dashboard">
      <OwnChoice
        choice="sees_first_steps"
        name="seesFirstSteps"
        label="Show the first steps until they are done"
      />
    </FormSection>
  </>
);
