import type { ReactNode } from 'react';

/** A picture with a name and one quiet line under it. */
export function MediaObject({ media, name, meta }: { media: ReactNode; name: ReactNode; meta?: ReactNode }) {
  return (
    <span className="pp-who">
      {media}
      <span>
        <b className="pp-trunc">{name}</b>
        {meta && <small className="pp-trunc">{meta}</small>}
      </span>
    </span>
  );
}
