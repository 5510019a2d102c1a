import { useMemo } from 'react';
import { displayMessage } from '../../domain';
import { useAppDispatch, useAppSelector } from '../hooks';
import { toastSlice, type Toast, type ToastLink } from './toast-slice';

/** Shows toasts: `toast.success('Sale created')`, `toast.error('The sale was not saved', error)`. */
export function useToast() {
  const dispatch = useAppDispatch();
  return useMemo(
    () => ({
      success: (title: string, text?: string) =>
        void dispatch(toastSlice.actions.shown({ tone: 'success', title, text })),
      /** What an act moved (actName), and where it is undone or voided or that it cannot be: there is more to read, so it stays longer. */
      done: (title: string, text: string, link?: ToastLink) =>
        void dispatch(toastSlice.actions.shown({ tone: 'success', title, text, link, isAct: true })),
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
