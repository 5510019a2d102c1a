import { plural } from '../../domain';
import { Button, Card } from '../../ui';
import { FileProgress } from '../parts/file-progress';
import type { Stage } from '../use-import';

type RunningProps = Extract<Stage, { step: 'run' | 'checking' }> & { noun: string; onCancel: () => void };

const WORDS = {
  checking: {
    title: 'Checking every row',
    note: 'Nothing is imported yet.',
    cancel: 'Cancel check',
    progress: 'Check',
    added: 'can be added',
  },
  run: {
    title: 'Importing',
    note: 'Keep this page open.',
    cancel: 'Cancel import',
    progress: 'Import',
    added: 'added',
  },
} as const;

/** How far the check or the import is, and the way to stop it: what has come in stays, and can be undone. */
export function Running({ step, file, progress, stopping, noun, onCancel }: RunningProps) {
  const { done, total, added } = progress;
  const words = WORDS[step];
  return (
    <Card
      title={stopping ? 'Stopping' : words.title}
      footer={
        <>
          <span className="import-note">{words.note}</span>
          <Button variant="outline" onClick={onCancel} loading={stopping}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <FileProgress
        label={words.progress}
        name={file.name}
        nouns="rows"
        status={`${plural(added, noun)} ${words.added}`}
        {...{ done, total }}
      />
    </Card>
  );
}
