import { SortTh, Th, type Sorting } from '@paperplane/shared/ui';

/** The columns of the team; agents have the first three. */
export function TeamHead({ sorting, showFacts }: { sorting: Sorting; showFacts: boolean }) {
  return (
    <>
      <SortTh column="name" sorting={sorting}>
        Name
      </SortTh>
      <SortTh column="role" sorting={sorting}>
        Role
      </SortTh>
      <SortTh column="status" sorting={sorting}>
        Status
      </SortTh>
      {showFacts && (
        <>
          <SortTh column="lastActiveAt" first="desc" sorting={sorting} needs="medium">
            Last active
          </SortTh>
          <SortTh column="salesCount" first="desc" sorting={sorting} numeric>
            Sales
          </SortTh>
          <SortTh column="commissionAmount" first="desc" sorting={sorting} numeric>
            Commission
          </SortTh>
          <Th>
            <span className="pp-sr">Actions</span>
          </Th>
        </>
      )}
    </>
  );
}
