import { PaperplaneMark } from './paperplane-mark';

/**
 * The plane and its dotted trail: first-run empty, offline, remote unavailable; nowhere else.
 * `grounded` is gray and nose down: something did not arrive.
 */
export function FlightIllustration({ grounded = false }: { grounded?: boolean }) {
  const flight = `M14 112c34 4 62-8 68-30 5-19-17-28-25-12-9 19 23 39 63 22 26-11 42-27 ${grounded ? '52-40' : '70-54'}`;
  return (
    <svg width="260" height="132" viewBox="0 0 260 132" fill="none" aria-hidden="true">
      <path
        d={flight}
        stroke="var(--color-border-strong)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 8"
      />
      <circle cx="14" cy="112" r="4" fill="var(--color-accent)" />
      {grounded ? (
        <g transform="translate(176 16) rotate(16 34 34)" color="var(--color-text-disabled)">
          <PaperplaneMark size={62} />
        </g>
      ) : (
        <g transform="translate(186 -2)" color="var(--color-accent)">
          <PaperplaneMark size={62} />
        </g>
      )}
    </svg>
  );
}
