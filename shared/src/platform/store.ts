import { configureStore } from '@reduxjs/toolkit';
import { api } from './api/api';
import { authSlice } from './auth/auth-slice';
import { manifestsSlice } from './remotes/manifests-slice';
import { toastSlice } from './toast/toast-slice';

/** A store like the app's; tests make their own, the app has exactly one. */
export const createStore = () =>
  configureStore({
    reducer: {
      auth: authSlice.reducer,
      manifests: manifestsSlice.reducer,
      toasts: toastSlice.reducer,
      [api.reducerPath]: api.reducer,
    },
    middleware: (defaults) => defaults().concat(api.middleware),
  });

export const store = createStore();

export type RootState = ReturnType<typeof store.getState>;
export type AppDispatch = typeof store.dispatch;
