// A QR code for the camera of another device, dark on light in any colour scheme.
import { Box } from '@chakra-ui/react';
import encodeQR from 'qr';

interface Props {
  text: string;
  label: string;
  /** Of each side. */
  size?: string;
}

export function QrCode({ text, label, size: side = '12rem' }: Props) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const size = rows.length;
  const path = rows
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${String(x)} ${String(y)}h1v1h-1z` : '')).join(''))
    .join('');
  return (
    <Box asChild width={side} height={side} borderRadius="s" background="white">
      <svg
        viewBox={`0 0 ${String(size)} ${String(size)}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
    </Box>
  );
}
