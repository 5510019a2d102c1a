import { useEffect, useRef, useState, type ReactNode } from 'react';
import { displayMessage } from '@paperplane/shared/domain';
import { useUnsavedChanges } from '@paperplane/shared/platform';
import {
  Button,
  CircleAlert,
  CircleArrowUp,
  PICTURE_UNREADABLE,
  PictureInput,
  pictureProblem,
  squarePicture,
  Trash2,
  type Fit,
} from '@paperplane/shared/ui';

interface PictureFieldProps {
  /** "photo", "logo": what the buttons call it. */
  noun: string;
  fit: Fit;
  /** The picture as it will look, with this address instead of the saved one; null shows the saved one. */
  face: (preview: string | null) => ReactNode;
  hasPicture: boolean;
  /** Saves a new picture, or removes it. @returns the failure, if any */
  onSave: (picture: Blob | null) => Promise<unknown>;
}

interface Chosen {
  picture: Blob;
  url: string;
}

/** Choose a picture, look at it as a square, then save it. */
export function PictureField({ noun, fit, face, hasPicture, onSave }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'save' | 'remove' | null>(null);
  useUnsavedChanges(chosen !== null);
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen]);

  // The button that was pressed is gone: its successor takes the focus.
  const acted = useRef(false);
  useEffect(() => {
    if (acted.current) button.current?.focus();
    acted.current = false;
  }, [chosen, hasPicture]);

  async function choose(file: File) {
    acted.current = true;
    const refused = pictureProblem(file);
    setProblem(refused);
    if (refused) return;
    try {
      const picture = await squarePicture(file, fit);
      setChosen({ picture, url: URL.createObjectURL(picture) });
    } catch {
      setProblem(PICTURE_UNREADABLE);
    }
  }

  async function send(picture: Blob | null) {
    if (busy) return;
    acted.current = true;
    setBusy(picture ? 'save' : 'remove');
    setProblem(null);
    const failure = await onSave(picture);
    setBusy(null);
    if (failure) setProblem(displayMessage(failure));
    else setChosen(null);
  }

  return (
    <div>
      <div className="profile-picture">
        {face(chosen?.url ?? null)}
        {chosen ? (
          <>
            <Button ref={button} loading={busy === 'save'} onClick={() => void send(chosen.picture)}>
              Save {noun}
            </Button>
            <Button
              variant="ghost"
              onClick={() => {
                acted.current = true;
                setChosen(null);
                setProblem(null);
              }}
            >
              Discard
            </Button>
          </>
        ) : (
          <>
            <Button
              ref={button}
              variant="outline"
              icon={<CircleArrowUp className="pp-i" />}
              aria-describedby={`${noun}-help`}
              onClick={() => input.current?.click()}
            >
              Upload {noun}
            </Button>
            {hasPicture && (
              <Button
                variant="ghost"
                icon={<Trash2 className="pp-i" />}
                loading={busy === 'remove'}
                onClick={() => void send(null)}
              >
                Remove {noun}
              </Button>
            )}
            <span className="pp-muted pp-sm" id={`${noun}-help`}>
              JPEG, PNG or WebP, up to 2 MB
            </span>
          </>
        )}
      </div>
      {problem && (
        <p className="pp-error" role="alert">
          <CircleAlert className="pp-i" />
          {problem}
        </p>
      )}
      <PictureInput ref={input} label={`Choose a ${noun}`} onChoose={(file) => void choose(file)} />
    </div>
  );
}
