/** A place in the circle, in percent of its box. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Where a seat stands, on which side its label is, and where the piece lies when it is there. */
export interface SeatPlace extends Place {
  /** In degrees, with the clock, 0 at the right; of a seat in a row what stands for it. */
  readonly angle: number
  readonly side: 'left' | 'right' | 'up' | 'down'
  /** How far from the middle line: labels of the upper and the lower ones move aside. */
  readonly level: 'top' | 'middle' | 'bottom'
  readonly piece: Place
}

/** More seats than this stand in two rows. */
export const mostInCircle = 8

/** The box in which the circle is drawn, and its ellipse. */
export const box = { width: 920, height: 280, rx: 305, ry: 96 } as const
/** The box in which two rows are drawn; their y. */
export const track = { width: 1000, height: 200, upper: 54, lower: 146 } as const

/** The circle at its full size, in px; how far from the middle of a holder, and from that of the question, the piece lies. */
const full = { width: 736, height: 204 }
const ofRing = 47
const ofQuestion = 156

const angles: Readonly<Record<number, readonly number[]>> = {
  1: [0],
  2: [180, 0],
  3: [180, -48, 48],
  4: [-132, -48, 48, 132],
  5: [-132, -48, 0, 48, 132],
  6: [-132, -48, 0, 48, 132, 180],
  7: [-132, -57, -21, 21, 57, 132, 180],
  8: [-123, -57, -21, 21, 57, 123, 159, 201],
}

/** Where so many seats stand, in the order of speaking, with the clock. */
export function placesOf(count: number): readonly SeatPlace[] {
  const round = angles[count]
  if (round) return round.map(inCircle)
  const above = Math.ceil(count / 2)
  return Array.from({ length: count }, (_, at) => inRow(at, above))
}

function inCircle(angle: number): SeatPlace {
  const turn = (angle * Math.PI) / 180
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  const at = (scaleX: number, scaleY: number): Place => ({
    x: percent((cos * box.rx * scaleX) / box.width),
    y: percent((sin * box.ry * scaleY) / box.height),
  })
  const level = sin < -0.5 ? 'top' : sin > 0.5 ? 'bottom' : 'middle'
  const seat = at(1, 1)
  const piece = level === 'middle' ? at(0.741, 0.52) : besideOf(seat)
  return { ...seat, angle, side: cos < 0 ? 'left' : 'right', level, piece }
}

/** Above and below, the piece touches neither the ring round its holder nor the question in the middle. */
function besideOf({ x, y }: Place): Place {
  const across = Math.abs(x - 50) * (full.width / 100) - ofQuestion
  const along = (Math.sqrt(ofRing ** 2 - across ** 2) * 100) / full.height
  return {
    x: percent((Math.sign(x - 50) * ofQuestion) / full.width),
    y: Math.round((y - Math.sign(y - 50) * along) * 100) / 100,
  }
}

const percent = (part: number) => Math.round((50 + part * 100) * 100) / 100

/** The upper row from left to right, the lower one back. */
function inRow(at: number, above: number): SeatPlace {
  const isUpper = at < above
  const place = isUpper ? at : 2 * above - 1 - at
  const x = above === 1 ? 50 : Math.round((7 + (86 * place) / (above - 1)) * 100) / 100
  return {
    x,
    y: isUpper ? 27 : 73,
    angle: at,
    side: isUpper ? 'up' : 'down',
    level: 'middle',
    piece: { x, y: isUpper ? 46 : 54 },
  }
}
