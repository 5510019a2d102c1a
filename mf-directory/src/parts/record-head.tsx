import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, PageHead, Pencil, Plus } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';

export interface RecordHeadProps {
  media: ReactNode;
  title: string;
  back: { to: string; label: string };
  editTo: string;
  /** Chooses this record in the form of the new sale. */
  saleFor: { customerId: string } | { vendorId: string };
}

/** The header of a customer or vendor. */
export function RecordHead({ media, title, back, editTo, saleFor }: RecordHeadProps) {
  return (
    <PageHead
      media={media}
      title={title}
      back={back}
      link={Link}
      actions={
        <>
          <Link to={editTo} className={buttonClass('outline')}>
            <Pencil className="pp-i" />
            <span>Edit</span>
          </Link>
          <Link to={paths.saleCreate.href(saleFor)} className={buttonClass('primary')}>
            <Plus className="pp-i" />
            <span>Create sale</span>
          </Link>
        </>
      }
    />
  );
}
