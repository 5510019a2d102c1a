import { ErrorState, FormSection, SkeletonRows } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { FormPartState } from './use-form-part';

interface FormPartProps<Part> {
  /** What the section is called. */
  title: string;
  state: FormPartState<Part>;
  children: (part: Part) => ReactNode;
}

/** The place of a section whose code is on its way, or did not come and is asked for again here. */
export function FormPart<Part>({ title, state: { part, failed, fetch }, children }: FormPartProps<Part>) {
  if (part) return children(part);
  return (
    <FormSection title={title}>
      {failed ? (
        <ErrorState
          title="That part of the app did not load"
          message="Nothing is lost. Check your connection and try again."
          onRetry={() => void fetch()}
        />
      ) : (
        <SkeletonRows rows={2} label={`Loading ${title.toLowerCase()}`} />
      )}
    </FormSection>
  );
}
