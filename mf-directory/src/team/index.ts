/** Whom the room of documents offers to read one. */
export { useGetActiveMembersQuery } from './team-api';
