import type { useToast } from '@paperplane/shared/platform';

/** Puts a text into the clipboard and says so. @param what it is: `Key`, `Example` */
export async function copyText(
  toast: ReturnType<typeof useToast>,
  text: string,
  what: string,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${what} copied`);
  } catch {
    // No clipboard without a secure connection, or without permission.
    toast.error(`The ${what.toLowerCase()} was not copied`, 'Select it and copy it by hand.');
  }
}
