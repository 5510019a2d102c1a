import { api, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import type { contract } from '../../../contract';

const ask = databaseDoor<typeof contract>();

/** A session of one's own; `lastSeenAt` is when it got new tokens last, which an open page does once an hour. */
export type Device = AnswerOf<typeof contract, 'list_my_devices'>[number];

/** A message about a new device brings the list anew. */
const DEVICES = { type: 'Notification', id: 'DEVICES' } as const;

const devicesApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** This one first, then by when they were last seen. */
    listMyDevices: build.query({
      ...ask('list_my_devices', (_own: void) => ({})),
      providesTags: [DEVICES],
    }),

    /** Ends one other session, or without an id all others. @returns how many */
    endMySessions: build.mutation({
      ...ask('end_my_sessions', (id: string | null) => (id === null ? {} : { sessionId: id })),
      invalidatesTags: [DEVICES],
    }),
  }),
});

export const { useListMyDevicesQuery, useEndMySessionsMutation } = devicesApi;
