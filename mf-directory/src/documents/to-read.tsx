import { plural } from '@paperplane/shared/domain';
import { Link, useToast } from '@paperplane/shared/platform';
import { BookOpenCheck, Button, buttonClass } from '@paperplane/shared/ui';
import { useRemindReadersMutation } from './documents-api';
import type { ToConfirm } from './document';

/** So many are named. */
const NAMED = 2;

/** "Nina Keller and Oscar Farrell have", "Nina Keller, Oscar Farrell and 3 others have". */
function waiting(names: readonly string[]): string {
  const shown = names.slice(0, NAMED);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${plural(rest, 'other')} have`;
  return `${shown.join(' and ')} ${shown.length === 1 ? 'has' : 'have'}`;
}

/** The document that waits for its readers: for oneself to read, or for others to be reminded of. */
export function ToRead({ document, openAt }: { document: ToConfirm; openAt: (id: string) => string }) {
  const [remind, { isLoading, isSuccess }] = useRemindReadersMutation();
  const toast = useToast();
  const { id, title, waitsForMe, names, count } = document;
  async function send() {
    const { data, error } = await remind(id);
    if (error) toast.error('Nobody was reminded', error);
    else toast.success(`${plural(data.reminded, 'person was', 'people were')} reminded`, title);
  }
  return (
    <section className="pp-card doc-to-read" aria-label="To read">
      <span className="pp-tile" aria-hidden="true">
        <BookOpenCheck className="pp-i" />
      </span>
      <p>
        <Link className="pp-strong" to={openAt(id)}>
          {title}
        </Link>{' '}
        {waitsForMe
          ? 'asks you to confirm that you have read it.'
          : `asks to be confirmed. ${waiting(names)} not read it yet.`}
      </p>
      {waitsForMe ? (
        <Link className={buttonClass('outline', { size: 'sm' })} to={openAt(id)}>
          <span>Read</span>
        </Link>
      ) : (
        <Button
          variant="outline"
          size="sm"
          loading={isLoading}
          disabled={isSuccess}
          onClick={() => void send()}
        >
          {isSuccess ? 'Reminded' : `Remind ${count}`}
        </Button>
      )}
    </section>
  );
}
