import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export type ToastTone = 'success' | 'error' | 'info';

export interface ToastLink {
  /** A path of the app. */
  to: string;
  label: string;
}

export interface Toast {
  id: string;
  tone: ToastTone;
  title: string;
  text?: string;
  /** It tells of an act that moves money or cannot be taken back: it stays longer. */
  isAct?: boolean;
  /** Where what was done can be undone, voided or seen. */
  link?: ToastLink;
}

/** Messages that float above the page; the shell shows them, anybody may add one. Errors stay until closed. */
export const toastSlice = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    shown: {
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid() } }),
      reducer: (state, { payload }: PayloadAction<Toast>) => {
        state.push(payload);
      },
    },
    dismissed: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
});
