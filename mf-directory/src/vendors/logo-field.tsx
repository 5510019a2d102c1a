import {
  Button,
  CircleAlert,
  CircleArrowUp,
  PICTURE_UNREADABLE,
  PictureInput,
  pictureProblem,
  squarePicture,
  Trash2,
  VendorLogo,
} from '@paperplane/shared/ui';
import { useRef, useState } from 'react';
import { textOfPicture } from '../parts/picture-text';

interface LogoFieldProps {
  /** For the initials that stand in for a logo. */
  name: string;
  /** Address of the logo the vendor has. */
  saved: string | null;
  /** What was chosen here and waits for the save, as `TypedVendor` has it. */
  chosen: string;
  onChange: (chosen: string) => void;
  /** Why the save refused it. */
  error?: string;
}

/** The vendor's logo: drawn on a square and encoded anew in the browser, uploaded with the form. */
export function LogoField({ name, saved, chosen, onChange, error }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = chosen === 'none' ? null : chosen || saved;
  const wrong = problem ?? error;

  async function choose(file: File) {
    const refused = pictureProblem(file);
    setProblem(refused);
    if (refused) return;
    try {
      onChange(await textOfPicture(await squarePicture(file, 'contain')));
    } catch {
      setProblem(PICTURE_UNREADABLE);
    }
  }

  return (
    <div className="full">
      <div className="vendor-logo-field" role="group" aria-label="Logo">
        <VendorLogo vendor={{ name: name || '?', logoUrl: shown }} size="xl" />
        <Button
          ref={button}
          variant="outline"
          icon={<CircleArrowUp className="pp-i" />}
          aria-describedby="vendor-logo-help"
          onClick={() => input.current?.click()}
        >
          {shown ? 'Replace logo' : 'Upload logo'}
        </Button>
        {shown && (
          <Button
            variant="ghost"
            icon={<Trash2 className="pp-i" />}
            onClick={() => {
              setProblem(null);
              // Nothing is saved yet: a picture chosen by mistake is simply forgotten.
              onChange(saved ? 'none' : '');
              button.current?.focus();
            }}
          >
            Remove logo
          </Button>
        )}
        <span className="pp-muted pp-sm" id="vendor-logo-help">
          JPEG, PNG or WebP, up to 2 MB
        </span>
      </div>
      {wrong && (
        <p className="pp-error vendor-logo-error" role="alert">
          <CircleAlert className="pp-i" />
          {wrong}
        </p>
      )}
      <PictureInput ref={input} label="Choose a logo" name="logo" onChoose={(file) => void choose(file)} />
    </div>
  );
}
