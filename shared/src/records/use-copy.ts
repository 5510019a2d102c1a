import { useToast } from '@paperplane/shared/platform';

/**
 * Puts texts into the clipboard and says so.
 * @returns copies a text; what it is (`Key`, `Example`) names it in what is said, `otherwise` is what can be done where it was not copied
 */
export function useCopy() {
  const toast = useToast();
  return async (
    text: string,
    what: string,
    otherwise: string | null = 'Select it and copy it by hand.',
  ): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`${what} copied`);
    } catch {
      // No clipboard without a secure connection, or without permission.
      toast.error(`The ${what.toLowerCase()} was not copied`, otherwise);
    }
  };
}
