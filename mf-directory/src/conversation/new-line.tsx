import type { ReactNode } from 'react';

/** The line before what is new. */
export const NewLine = ({ children }: { children: ReactNode }) => <p className="talk-new">{children}</p>;
