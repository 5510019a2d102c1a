import type { Ref } from 'react';
import { PICTURE_TYPES } from './picture-rules';

interface PictureInputProps {
  /** "Choose a logo". */
  label: string;
  name?: string;
  ref: Ref<HTMLInputElement>;
  onChoose: (file: File) => void;
}

/** What opens the choice of a picture when it is clicked: a button does, it is not seen itself. */
export function PictureInput({ label, name, ref, onChoose }: PictureInputProps) {
  return (
    <input
      ref={ref}
      hidden
      type="file"
      name={name}
      aria-label={label}
      accept={PICTURE_TYPES.join(',')}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onChoose(file);
        // The same file may be chosen again.
        target.value = '';
      }}
    />
  );
}
