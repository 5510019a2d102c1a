import { Card } from '@paperplane/shared/ui';
import './record.css';

/** Free text as it was typed, lines kept. */
export function NotesCard({ notes }: { notes: string | null }) {
  return (
    <Card title="Notes">
      {notes ? <p className="record-notes">{notes}</p> : <p className="pp-muted">No notes yet.</p>}
    </Card>
  );
}
