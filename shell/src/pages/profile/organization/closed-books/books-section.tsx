import { useState } from 'react';
import { createPortal } from 'react-dom';
import { displayMessage } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { DescriptionList, FormSection, InlineError, SkeletonRows } from '@paperplane/shared/ui';
import { useGetBooksQuery } from './books-api';
import { booksFacts } from './books-rules';
import { CloseBooksForm } from './close-books-form';
import { ReopenBooksDialog } from './reopen-books-dialog';

/** Through which day the books are closed: admins read it, owners close and reopen. */
export function BooksSection() {
  const { isOwner } = useAuth();
  const { timeZone } = useCurrentUser().organization;
  const { data: books, error, refetch } = useGetBooksQuery();
  const [reopening, setReopening] = useState(false);
  return (
    <FormSection
      title="Closed books"
      hint="Nothing can be dated into them. What arrives later is booked on the first open day."
    >
      {books ? (
        <div className="pp-stack">
          <DescriptionList items={booksFacts(books, timeZone)} />
          {isOwner && <CloseBooksForm books={books} onReopen={() => setReopening(true)} />}
          {isOwner &&
            reopening &&
            // In the body: Back may hide this tab, and a dialog that is hidden with it would block the page.
            createPortal(
              <ReopenBooksDialog closedThrough={books.closedThrough} onClose={() => setReopening(false)} />,
              document.body,
            )}
        </div>
      ) : error ? (
        <InlineError
          message="The closed books did not load."
          note={displayMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={2} label="Loading the closed books" />
      )}
    </FormSection>
  );
}
