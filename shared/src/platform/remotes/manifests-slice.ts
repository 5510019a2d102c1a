import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RemoteManifest } from '../contract';

/** What the deployed remotes say of themselves; the shell fills it from the registry. */
export const manifestsSlice = createSlice({
  name: 'manifests',
  initialState: [] as readonly RemoteManifest[],
  reducers: {
    registryRead: (_state, { payload }: PayloadAction<readonly RemoteManifest[]>) =>
      payload as RemoteManifest[],
  },
});

export const { registryRead } = manifestsSlice.actions;
