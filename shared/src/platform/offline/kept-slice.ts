import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Of which answers in the api's cache come from this device, by cache key: when the server gave them, in milliseconds. */
export type KeptState = Readonly<Record<string, number>>;

export const keptSlice = createSlice({
  name: 'kept',
  initialState: {} as Record<string, number>,
  reducers: {
    readFromDevice: (state, { payload }: PayloadAction<{ key: string; at: number }>) => {
      state[payload.key] = payload.at;
    },
    readFromServer: (state, { payload }: PayloadAction<string>) => {
      delete state[payload];
    },
  },
});

export const keptActions = keptSlice.actions;
