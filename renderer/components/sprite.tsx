import type { ReactNode } from 'react'

type Signs = Readonly<Record<string, ReactNode>>

const ring = (x: number, y: number, r: number) =>
  `M${x + r} ${y}a${r} ${r} 0 1 1 ${-2 * r} 0a${r} ${r} 0 1 1 ${2 * r} 0z`

/** A rectangle whose corners have the radius `r`. */
const box = (x: number, y: number, width: number, height: number, r: number) => {
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`
  const [across, down] = [width - 2 * r, height - 2 * r]
  return `M${x + r} ${y}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`
}

const breath = (curves: string) => (
  <>
    <path d={curves} />
    <circle cx="12" cy="8" r="1.900" fill="currentColor" stroke="none" />
  </>
)

/** A string is the `d` of a path. */
const icons = {
  plus: 'M8 3v10M3 8h10',
  x: 'm4 4 8 8M12 4l-8 8',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  now: 'M8 13.500V5M4.500 8 8 4.500 11.500 8M3 2.500h10',
  grip: <path d="M6 4v.01M10 4v.01M6 8v.01M10 8v.01M6 12v.01M10 12v.01" strokeWidth="2" />,
  reply: 'M6.500 3.500 3 7l3.500 3.500M3 7h6a4 4 0 0 1 4 4v1.500',
  right: 'm6 4 4 4-4 4',
  in: 'M13 8H3m4-4L3 8l4 4',
  out: 'M3 8h10M9 4l4 4-4 4',
  export: 'M8 10V2.500M5 5.500l3-3 3 3M3 10v3.500h10V10',
  download: 'M8 2.500V10M5 7l3 3 3-3M3 10v3.500h10V10',
  stop: <rect x="4" y="4" width="8" height="8" rx="1" fill="currentColor" />,
  play: 'M5 3.5v9L12.5 8z',
  eye: `M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8z${ring(8, 8, 1.8)}`,
  rule: 'M2.500 3.500h11L9.500 8.300v3.900l-3 1.300V8.300z',
  terminal: 'm3 5 3 3-3 3M8 11.500h5',
  clip: 'm13 7.200-5.300 5.300a3 3 0 0 1-4.300-4.300L9 2.700a2 2 0 0 1 2.800 2.800L6.500 10.800a.9.9 0 0 1-1.300-1.300l4.600-4.600',
  picture: `${box(2, 3, 12, 10, 1.5)}${ring(5.5, 6.5, 1)}M3 12l3.500-3.500L9 11l2.500-2.500L14 11`,
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  task: box(3, 3, 10, 10, 1.5),
  checklist: 'm2 4.500 1.500 1.500 2.500-3M8.500 4.500H14m-12 7 1.500 1.500 2.500-3m2.500 1.500H14',
  edit: 'm3 13 .7-3L11 2.800 13.200 5 6 12.300z',
  search: `${ring(7, 7, 4.5)}M10.500 10.500l3 3`,
  web: `${ring(8, 8, 5.8)}M2.200 8h11.600M8 2.200c-3.500 3.600-3.500 8 0 11.600M8 2.200c3.500 3.600 3.500 8 0 11.600`,
  people: `${ring(5.5, 6, 2.2)}${ring(11.2, 7, 1.6)}M1.800 13c0-2.600 1.600-4 3.700-4s3.700 1.400 3.700 4M10.500 13h3.800c0-2-1-3.200-2.700-3.200`,
  tool: 'M10.200 2.300a3.300 3.300 0 0 0-4 4.300L2.500 10.300l3.200 3.200 3.700-3.700a3.300 3.300 0 0 0 4.300-4L11.500 8 8 4.500z',
  trash: 'M3 4.500h10M6 4.500V3h4v1.500M4.500 4.500l.6 9h5.800l.6-9',
  branch: `${ring(4.5, 3.5, 1.5)}${ring(4.5, 12.5, 1.5)}${ring(11.5, 5, 1.5)}M4.500 5v6M11.500 6.500c0 3-3.500 3-7 4`,
  folder: 'M2 4h4l1.500 1.500H14V13H2z',
  more: <path d="M4 8v.01M8 8v.01M12 8v.01" strokeWidth="2" />,
  alert: `M8 4.500v4.200M8 11.400v.01${ring(8, 8, 6)}`,
  mail: 'M2 4h12v8.500H2zM2.300 4.500 8 9l5.700-4.500',
  bolt: 'M9 1.800 3.500 9H8l-1 5.200L12.500 7H8z',
  hush: 'M3 6.500v3h2.500L9 12.500v-9L5.500 6.500zM11.500 6.500l3 3M14.500 6.500l-3 3',
  hand: 'M5 8V4.200a1 1 0 0 1 2 0V7m0-3.800a1 1 0 0 1 2 0V7m0-3a1 1 0 0 1 2 0v5c0 3-1.500 4.500-3.800 4.500-2 0-2.900-1-4.200-4-.4-1 .9-1.700 1.600-.7L5 9.500',
  talk: 'M2 3h9v6H6l-2.500 2.500V9H2zM13 5.500h1.500v6H13v2l-2-2H8',
  link: 'M5 4a4 4 0 0 0 0 8zM11 4a4 4 0 0 1 0 8zM5 8h6',
  gather: (
    <path
      d={[
        ring(8, 2.5, 1.4),
        ring(13, 6, 1.4),
        ring(11.4, 12.4, 1.4),
        ring(4.6, 12.4, 1.4),
        ring(3, 6, 1.4),
      ].join('')}
      fill="currentColor"
    />
  ),
  anchor: `${ring(8, 3.5, 1.5)}M8 5v9M3 9c0 3 2.200 5 5 5s5-2 5-5M5.500 7.500h5`,
  hour: 'M4 2.500h8M4 13.500h8M4.800 2.500c0 4 6.400 7 6.400 11M11.200 2.500c0 4-6.400 7-6.400 11',
  pause: 'M5.500 3.500v9M10.500 3.500v9',
  panes: `${box(2, 3, 12, 10, 1.5)}M8 3v10`,
  panel: `${box(2, 3, 12, 10, 1.5)}M10 3v10`,
  ear: `${ring(4, 8, 1.4)}M7 5a4.200 4.200 0 0 1 0 6M9.500 2.800a7.400 7.400 0 0 1 0 10.400`,
  clock: `${ring(8, 8, 5.8)}M8 4.500V8l2.300 1.500`,
  lock: `${box(3.5, 7, 9, 6.5, 1)}M5.500 7V5a2.500 2.500 0 0 1 5 0v2`,
  quote: 'M6.500 5H3.500v3.500h2.200c0 1.500-.7 2.300-2 2.700M13 5h-3v3.500h2.200c0 1.500-.7 2.300-2 2.700',
  sliders: `${ring(10.5, 4.5, 1.8)}${ring(5.5, 11.5, 1.8)}M1.800 4.500h6.900M12.300 4.500h1.900M1.800 11.500h1.900M7.300 11.500h6.900`,
  sun: `${ring(8, 8, 2.8)}M8 1.500v1.300M8 13.200v1.300M1.500 8h1.300M13.200 8h1.300M3.400 3.400l.9.9M11.700 11.700l.9.9M12.600 3.400l-.9.9M4.300 11.700l-.9.9`,
} satisfies Signs

const shapes = {
  1: ring(16, 16, 13),
  2: box(4.5, 4.5, 23, 23, 1),
  3: 'M16 4 29.500 27H2.500z',
  4: 'M9.200 4.500h13.600L29.500 16l-6.700 11.500H9.200L2.500 16z',
  5: 'M16 1.800 30.200 16 16 30.200 1.800 16z',
  6: 'M16 2.500 29.800 12.600 24.600 28.500H7.400L2.200 12.600z',
  7: 'M10.500 3a7 7 0 0 1 5.500 2.600A7 7 0 1 1 26.400 16 7 7 0 1 1 16 26.400 7 7 0 1 1 5.600 16 7 7 0 0 1 10.500 3z',
  8: 'M27.500 4.500V17A11.500 11.500 0 1 1 16 4.500z',
  user: 'M5 28.500V14.500a11 11 0 0 1 22 0v14z',
  gone: <circle cx="16" cy="16" r="13" strokeDasharray="3 4" />,
} satisfies Signs

const states = {
  needs: 'M6 2.600v3.900M6 9.200v.01',
  work: 'M10.300 6A4.300 4.300 0 1 1 6 1.700',
  wait: (
    <>
      <path d="M6 1.700a4.300 4.300 0 0 0 0 8.600z" fill="currentColor" />
      <path d="M8.600 2.700a4.300 4.300 0 0 1 0 6.600" strokeDasharray="1.500 2" />
    </>
  ),
  idle: ring(6, 6, 3.8),
  sleep: (
    <path
      d="M9.600 7.400A4.300 4.300 0 1 1 5 2.200a3.500 3.500 0 0 0 4.600 5.200z"
      fill="currentColor"
      strokeWidth="1"
    />
  ),
  stop: <rect x="2.800" y="2.800" width="6.400" height="6.400" fill="currentColor" />,
  fail: 'm3 3 6 6M9 3 3 9',
  start: <circle cx="6" cy="6" r="4" strokeDasharray="1.500 2.700" />,
  good: 'm2.500 6.500 2.300 2.300L9.500 3.500',
} satisfies Signs

/** The phases of a gathering, as two curves: closing, still, opening. */
const breaths = {
  inhale: breath('M4 2c3 3.600 3 8.400 0 12M20 2c-3 3.600-3 8.400 0 12'),
  hold: breath('M6 2v12M18 2v12'),
  exhale: breath('M8 2c-3 3.600-3 8.400 0 12M16 2c3 3.600 3 8.400 0 12'),
  decision: breath('M6 2.500h12v11H6z'),
}

export type IconName = keyof typeof icons
/** `gone` is for an agent or user that no longer exists. */
export type ShapeName = keyof typeof shapes
/** Always shown beside its word. */
export type StateSign = keyof typeof states

const symbols = (prefix: string, box: string, table: Signs) =>
  Object.entries(table).map(([name, drawing]) => (
    <symbol key={name} id={prefix + name} viewBox={box}>
      {typeof drawing === 'string' ? <path d={drawing} /> : drawing}
    </symbol>
  ))

/** Defines every sign once; `<use>` refers to them. */
export function Sprite() {
  return (
    <svg className="vh" aria-hidden="true">
      {symbols('i-', '0 0 16 16', icons)}
      {symbols('w-', '0 0 32 32', shapes)}
      {symbols('s-', '0 0 12 12', states)}
      {symbols('p-', '0 0 24 16', breaths)}
    </svg>
  )
}
