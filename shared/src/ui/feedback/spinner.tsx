/** A loader. Spinners live in buttons, headers and charts; pages use skeletons. */
export function Spinner({
  size = 'md',
  label = 'Loading',
}: {
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** What is loading, for screen readers. */
  label?: string;
}) {
  return (
    <span role="status" className="pp-loader">
      <span className={`pp-spin pp-spin-${size}`} aria-hidden="true" />
      <span className="pp-sr">{label}</span>
    </span>
  );
}
