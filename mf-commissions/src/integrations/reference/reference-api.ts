import { apiAddress, overrideExisting } from '@paperplane/shared/platform';
import { api } from '../../parts/api';
import type { OpenApi } from './openapi';
import { readReference, type Reference } from './read-reference';

/** Where programs ask this installation. */
export const programAddress = (): string => `${apiAddress()}/functions/v1/api/v1`;

export const referenceApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** What the API of this installation can be asked, as it says itself. */
    getApiReference: build.query<Reference, void>({
      query: () => async () => {
        const answer = await fetch(`${programAddress()}/openapi.json`);
        const { status, ok } = answer;
        return ok
          ? { data: (await answer.json()) as OpenApi, error: null, count: null, status }
          : { data: null, error: { message: `openapi.json: ${status}` }, count: null, status };
      },
      transformResponse: readReference,
      keepUnusedDataFor: 600,
    }),
  }),
});

export const { useGetApiReferenceQuery } = referenceApi;
