import { useMemo } from 'react';
import { displayMessage } from '../../domain';
import { useAppDispatch, useAppSelector } from '../hooks';
import { toastSlice, type Toast, type ToastLink } from './toast-slice';

/** Shows toasts: `toast.success('Sale created')`, `toast.error('The sale was not saved', error)`. */
export function useToast() {
  const dispatch = useAppDispatch();
  return useMemo(
    () => ({
      /** @param link where it can be undone, voided or seen; such a message stays longer */
      success: (title: string, text?: string, link?: ToastLink) =>
        void dispatch(toastSlice.actions.shown({ tone: 'success', title, text, link })),
      info: (title: string, text?: string) =>
        void dispatch(toastSlice.actions.shown({ tone: 'info', title, text })),
      error: (title: string, error?: unknown) =>
        void dispatch(
          toastSlice.actions.shown({ tone: 'error', title, text: error ? displayMessage(error) : undefined }),
        ),
      dismiss: (id: string) => void dispatch(toastSlice.actions.dismissed(id)),
    }),
    [dispatch],
  );
}

/** The toasts on screen, oldest first; for the one place that shows them. */
export const useToasts = (): Toast[] => useAppSelector((state) => state.toasts);
