import { useState } from 'react';
import {
  displayMessage,
  formatDate,
  isIsoDate,
  type AppError,
  type IsoDate,
} from '@paperplane/shared/domain';
import { useCurrentUser, useToast, useUnsavedChanges } from '@paperplane/shared/platform';
import { Button, DateField, InlineBanner } from '@paperplane/shared/ui';
import { useCloseBooksMutation, type Books } from './books-api';
import { closeProblem, proposedDay } from './books-rules';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';

interface CloseBooksFormProps {
  books: Books;
  onReopen: () => void;
}

/** The day through which an owner closes the books, and the way to reopen them. */
export function CloseBooksForm({ books, onReopen }: CloseBooksFormProps) {
  const { closedThrough, latest } = books;
  const { dateOrder } = useCurrentUser().organization;
  const toast = useToast();
  const [close, { isLoading }] = useCloseBooksMutation();
  // Null: as proposed, also where the proposal changes.
  const [typed, setTyped] = useState<IsoDate | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<AppError | null>(null);
  const proposed = proposedDay(books);
  const through = typed ?? proposed;
  useUnsavedChanges(through !== proposed);

  async function submit() {
    const wrong = closeProblem(through);
    setProblem(wrong);
    setFailure(null);
    if (isLoading || wrong) return;
    const { error } = await close(through);
    const refused = error as AppError | undefined;
    if (!refused) {
      setTyped(null);
      toast.done(
        `Books closed through ${formatDate(through)}`,
        'Nothing can be dated into them. Reopen takes it back.',
      );
    } else if (refused.field === 'through') setProblem(refused.userMessage);
    else setFailure(refused);
  }

  return (
    <form
      noValidate
      className="pp-formgrid"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {failure && (
        <div className="full">
          <InlineBanner tone="danger" title="The books were not closed">
            {displayMessage(failure)}
          </InlineBanner>
        </div>
      )}
      <div className="full">
        <DateField
          label="Close through"
          name="closeThrough"
          order={dateOrder}
          required
          hint="That day and all before it."
          max={latest}
          error={problem}
          value={through}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(null);
          }}
        />
      </div>
      <div className="full profile-save">
        {closedThrough && (
          <Button
            variant="ghost"
            aria-label={`Reopen the books, closed through ${formatDate(closedThrough)}`}
            onClick={onReopen}
          >
            Reopen
          </Button>
        )}
        <Button
          type="submit"
          variant="outline"
          loading={isLoading}
          aria-label={isIsoDate(through) ? `Close books through ${formatDate(through)}` : undefined}
        >
          Close books
        </Button>
      </div>
    </form>
  );
}
