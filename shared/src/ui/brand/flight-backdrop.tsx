/** The large flight path behind the auth screens' words. Fills its positioned parent. */
export function FlightBackdrop() {
  return (
    <svg
      className="pp-trail-backdrop"
      viewBox="0 0 720 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M-30 560C90 610 236 590 300 500c46-66 10-128-46-112-72 22-38 158 112 136 176-26 150-160 208-268"
        stroke="#fff"
        strokeOpacity=".45"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeDasharray="1 11"
      />
      <g transform="translate(548 142) rotate(-14 52 52) scale(3.3)" fill="#fff">
        <path d="M30 2 1.9 12.7c-.8.3-.84 1.4-.07 1.76l8.8 4.1z" />
        <path d="M30 2 14.5 20.4l8 7.1c.56.5 1.44.23 1.6-.5z" opacity=".8" />
        <path d="M30 2 10.63 18.56l1.2 7.5c.08.46.65.62.95.27l3.7-4.17-1.98-1.76z" opacity=".5" />
      </g>
    </svg>
  );
}
