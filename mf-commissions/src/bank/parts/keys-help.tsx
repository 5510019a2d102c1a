import { Button, Dialog } from '@paperplane/shared/ui';

export interface KeyHelp {
  keys: readonly string[];
  does: string;
}

/** The keys of a screen in one quiet line; a phone has none. */
export function KeysLine({ keys }: { keys: readonly KeyHelp[] }) {
  return (
    <div className="bank-keys">
      {keys.map(({ keys: each, does }) => (
        <span key={does}>
          {each.map((key) => (
            <kbd className="pp-kbd" key={key}>
              {key}
            </kbd>
          ))}
          {does}
        </span>
      ))}
    </div>
  );
}

/** All keys of a screen. */
export function KeysDialog({ keys, onClose }: { keys: readonly KeyHelp[]; onClose: () => void }) {
  return (
    <Dialog
      title="Keys"
      onCloseRequest={onClose}
      footer={
        <Button variant="outline" onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      <dl className="bank-keylist">
        {keys.map(({ keys: each, does }) => (
          <div key={does}>
            <dt>
              {each.map((key) => (
                <kbd className="pp-kbd" key={key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
