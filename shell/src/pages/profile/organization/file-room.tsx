import { formatCount } from '@paperplane/shared/domain';
import { api, databaseDoor, overrideExisting } from '@paperplane/shared/platform';
import { InlineBanner } from '@paperplane/shared/ui';
import type { contract } from '../../../contract';

const ask = databaseDoor<typeof contract>();
const GIGABYTE = 1024 ** 3;

const { useGetFileRoomQuery } = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Null while there is room. */
    getFileRoom: build.query({
      ...ask('get_file_room', (_own: void) => ({})),
      providesTags: ['Organization'],
    }),
  }),
});

/** That the agency's files take most of their room (docs/product/records.md, Documents), from four fifths on; for owners. */
export function FileRoom() {
  const { data } = useGetFileRoomQuery();
  if (!data) return null;
  const { bytes, mostBytes, files, mostFiles } = data;
  const size = (of: number) => `${(of / GIGABYTE).toFixed(1)} GB`;
  return (
    <InlineBanner title="Little room is left for files">
      {formatCount(files)} of {formatCount(mostFiles)} files, {size(bytes)} of {size(mostBytes)}. Delete
      documents that nobody needs: without room no file is kept.
    </InlineBanner>
  );
}
