import { useState } from 'react';
import { saveFile, useToast } from '@paperplane/shared/platform';
import { Button, Checkbox, Copy, Dialog, Download } from '@paperplane/shared/ui';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  /** Whether there were none before. */
  isFirst: boolean;
  onClose: () => void;
}

/** New recovery codes, shown this once; closes when their owner says that they are kept. */
export function RecoveryCodesDialog({ codes, isFirst, onClose }: RecoveryCodesDialogProps) {
  const toast = useToast();
  const [kept, setKept] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const text = codes.join('\n');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Codes copied');
    } catch {
      toast.error('The codes could not be copied', 'Download them, or select and copy them yourself.');
    }
  }

  const close = () => (kept ? onClose() : setProblem('They are not shown again: keep them first.'));
  return (
    <Dialog
      title={`Keep these ${codes.length} codes`}
      subtitle={
        isFirst ? 'They are not shown again.' : 'They are not shown again. The old ones stop working now.'
      }
      onCloseRequest={close}
      footer={<Button onClick={close}>Done</Button>}
    >
      <ul className="security-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="pp-row security-keep">
        <Button variant="outline" size="sm" icon={<Copy className="pp-i" />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="outline"
          size="sm"
          icon={<Download className="pp-i" />}
          onClick={() => saveFile('paperplane-recovery-codes.txt', 'text/plain;charset=utf-8', `${text}\n`)}
        >
          Download
        </Button>
      </div>
      <Checkbox
        label="I have kept them"
        name="kept"
        checked={kept}
        error={problem}
        onChange={({ target }) => {
          setKept(target.checked);
          setProblem(null);
        }}
      />
    </Dialog>
  );
}
