/** The plane itself, in the current colour. */
export function PaperplaneMark({ className, size }: { className?: string; size?: number }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d="M30 2 1.9 12.7c-.8.3-.84 1.4-.07 1.76l8.8 4.1z" />
      <path d="M30 2 14.5 20.4l8 7.1c.56.5 1.44.23 1.6-.5z" opacity=".8" />
      <path d="M30 2 10.63 18.56l1.2 7.5c.08.46.65.62.95.27l3.7-4.17-1.98-1.76z" opacity=".5" />
    </svg>
  );
}
