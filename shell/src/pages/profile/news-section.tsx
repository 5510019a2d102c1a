import { displayMessage } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Checkbox, FormSection, InlineError, Skeleton } from '@paperplane/shared/ui';
import { useGetHearsOfSalesQuery, useSaveHearsOfSalesMutation } from './profile-api';

/** What an admin wants to hear of; saved with the click. */
export function NewsSection() {
  const { id } = useCurrentUser();
  const { data: hears, error, refetch } = useGetHearsOfSalesQuery(id);
  const [save, saving] = useSaveHearsOfSalesMutation();
  const toast = useToast();

  async function choose(next: boolean) {
    const answer = await save({ userId: id, hears: next });
    if (answer.error) toast.error('The setting was not saved', answer.error);
  }

  return (
    <FormSection title="Notifications" hint="What concerns your own sales is always told.">
      <div>
        {error && hears === undefined ? (
          <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
        ) : hears === undefined ? (
          <Skeleton width={220} />
        ) : (
          <Checkbox
            name="hearsOfSales"
            label="Tell me when others record a sale, or mark one as paid"
            checked={hears}
            disabled={saving.isLoading}
            onChange={({ target }) => void choose(target.checked)}
          />
        )}
      </div>
    </FormSection>
  );
}
