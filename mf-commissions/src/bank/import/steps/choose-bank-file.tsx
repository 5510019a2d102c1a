import { plural } from '@paperplane/shared/domain';
import { FileDrop } from '@paperplane/shared/import';
import { Link, paths } from '@paperplane/shared/platform';
import { Button, ByPointer, Card, ShieldCheck } from '@paperplane/shared/ui';
import { FORMATS } from '../../files/formats';

const ACCEPT = [
  ...Object.values(FORMATS).flatMap(({ endings }) => endings),
  ...['text/csv', 'text/plain', 'application/xml'],
].join(',');

interface ChooseBankFileProps {
  busy: boolean;
  /** Files that were chosen together with one that could not be read. */
  waiting: readonly File[];
  onNext: () => void;
  onFiles: (files: readonly File[]) => void;
}

/** Takes files of a bank, and leads to how far each account is. */
export function ChooseBankFile({ busy, waiting, onNext, onFiles }: ChooseBankFileProps) {
  return (
    <>
      <FileDrop
        label="Bank file"
        title={
          <ByPointer mouse="Drop your bank’s file here, or choose one" touch="Choose your bank’s file" />
        }
        hint={
          <>
            Several files at once are fine. Overlapping days are fine: only what is new is added.
            <span className="bank-formats">
              {Object.values(FORMATS).map(({ name }) => (
                <span key={name} className="pp-tag">
                  {name}
                </span>
              ))}
            </span>
          </>
        }
        accept={ACCEPT}
        multiple
        {...{ busy, onFiles }}
      />
      {waiting.length > 0 && !busy && (
        <Card title={`${plural(waiting.length, 'file')} more`}>
          <div className="pp-row">
            <Button onClick={onNext}>Go on with {waiting[0]?.name}</Button>
          </div>
        </Card>
      )}
      <p>
        <Link className="pp-link" to={paths.bankAccounts.href()}>
          How far each account is
        </Link>
      </p>
      <p className="pp-note">
        <ShieldCheck className="pp-i" />
        <span>
          The file is read on this device. You see every line, and what will happen to it, before anything is
          saved.
        </span>
      </p>
    </>
  );
}
