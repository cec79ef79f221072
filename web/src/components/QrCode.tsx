// A QR code as one path, sharp at every size, on white whatever lies around it.
import encodeQR from 'qr';

/** A quarter of the code may be dirty or folded, and it is still read; four modules around it stay empty, as the standard has it. */
const options = { ecc: 'quartile', encoding: 'alphanumeric', border: 4 } as const;

export function QrCode({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className?: string | undefined;
}) {
  const modules = encodeQR(text, 'raw', options);
  const size = String(modules.length);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.map(rowPath).join('')} fill="#000" />
    </svg>
  );
}

const rowPath = (row: boolean[], y: number): string =>
  row.map((isDark, x) => (isDark ? `M${String(x)} ${String(y)}h1v1h-1z` : '')).join('');
