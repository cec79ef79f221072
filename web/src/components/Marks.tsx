// The marks of the expo and of its place. They are drawn inline, so that the pass can be saved as a picture.
export function ExpoMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect width="48" height="48" rx="11" fill="#0b5c4f" />
      <path d="M24 11 43 19.5 24 28 5 19.5z" fill="#f5b83d" />
      <path d="M13 25v7.2c0 2.6 5 5.3 11 5.3s11-2.7 11-5.3V25l-11 5z" fill="#fff" />
      <path d="M40.2 20.8v9.4" stroke="#f5b83d" strokeWidth="2" strokeLinecap="round" />
      <circle cx="40.2" cy="32.4" r="2.2" fill="#f5b83d" />
    </svg>
  );
}

/** Fishing nets at sunset: the mark of the place. */
export function PlaceMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect width="48" height="48" rx="11" fill="#0c2b2e" />
      <circle cx="33" cy="17" r="6" fill="#f5b83d" />
      <g fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round">
        <path d="M36 36 27 11M42 36 33 24M27 36h13" />
        <path d="M27 11 8 24M27 11l3 14M27 11 17 29" />
        <path d="M8 24Q14 37 30 25 24 29 17 29 12 28 8 24z" fill="#fff" fillOpacity=".25" />
      </g>
      <path
        d="M5 39q4.75-3 9.5 0t9.5 0 9.5 0 9.5 0"
        fill="none"
        stroke="#7cc4b4"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
