// The door's signs: lines on a grid of 24, in the colour of the words beside them.

const paths = {
  tick: 'M4 12.5 9.5 18 20 6.5',
  cross: 'M6 6l12 12M18 6 6 18',
  out: 'M13 4H5v16h8M10 12h10M16 8l4 4-4 4',
  in: 'M11 4h8v16h-8M4 12h10M10 8l4 4-4 4',
  twice: 'M3 12.5 7 17l7.5-9M10.5 15.5 12 17l8.5-9.5',
  question: 'M8 8.5a4 4 0 1 1 6 3.4c-1.3.8-2 1.6-2 3.1M12 19v.1',
  light: 'M8 3h8l-1 6v3a3 3 0 0 1-6 0V9zM12 15v6',
  number: 'M5 9h15M4 15h15M10 4 8 20M16 4l-2 16',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.3v.1',
} as const;

export type IconName = keyof typeof paths;

interface Props {
  name: IconName;
  className?: string | undefined;
}

export function Icon({ name, className }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={paths[name]} />
    </svg>
  );
}
