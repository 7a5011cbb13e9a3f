/** In percent of the circle's box. */
export interface SeatPosition {
  readonly x: number
  readonly y: number
}

/** Position of a seat, the side of its label, and the position of the piece when the seat holds it. */
export interface SeatPlace extends SeatPosition {
  /** Degrees, clockwise, 0 at the right; an equivalent for a seat in a row. */
  readonly angle: number
  readonly side: 'left' | 'right' | 'up' | 'down'
  /** Vertical zone: labels at the top and bottom move aside. */
  readonly level: 'top' | 'middle' | 'bottom'
  readonly piece: SeatPosition
}

/** More seats are shown in two rows. */
export const mostInCircle = 8

/** The viewBox of the circle, and its ellipse. */
export const box = { width: 920, height: 280, rx: 305, ry: 96 } as const
/** The viewBox of the two rows, and their y. */
export const track = { width: 1000, height: 200, upper: 54, lower: 146 } as const

/**
 * The circle's full size in px; the piece's distance from the center of its holder, and from that of the
 * question.
 */
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

/** Positions in speaking order, clockwise. */
export function seatPositions(count: number): readonly SeatPlace[] {
  const round = angles[count]
  if (round) return round.map(inCircle)
  const above = Math.ceil(count / 2)
  return Array.from({ length: count }, (_, at) => inRow(at, above))
}

function inCircle(angle: number): SeatPlace {
  const turn = (angle * Math.PI) / 180
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  const at = (scaleX: number, scaleY: number): SeatPosition => ({
    x: percent((cos * box.rx * scaleX) / box.width),
    y: percent((sin * box.ry * scaleY) / box.height),
  })
  const level = sin < -0.5 ? 'top' : sin > 0.5 ? 'bottom' : 'middle'
  const seat = at(1, 1)
  const piece = level === 'middle' ? at(0.741, 0.52) : besideOf(seat)
  return { ...seat, angle, side: cos < 0 ? 'left' : 'right', level, piece }
}

/** Above and below, the piece touches neither its holder's ring nor the question in the middle. */
function besideOf({ x, y }: SeatPosition): SeatPosition {
  const across = Math.abs(x - 50) * (full.width / 100) - ofQuestion
  const along = (Math.sqrt(ofRing ** 2 - across ** 2) * 100) / full.height
  return {
    x: percent((Math.sign(x - 50) * ofQuestion) / full.width),
    y: Math.round((y - Math.sign(y - 50) * along) * 100) / 100,
  }
}

const percent = (part: number) => Math.round((50 + part * 100) * 100) / 100

/** The upper row goes left to right, the lower one back. */
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

/** Degrees: shorter arcs are not drawn; gaps at the start, at a seat on the way, and at the end. */
const short = 18
const gapBefore = 6
const gapPassed = 8
const gapAfter = 9

type Places = readonly SeatPlace[]

/** The SVG path along which the piece came; null when it is too short. */
export function wayBetween(places: Places, from: number, to: number): string | null {
  const [start, end] = [places[from], places[to]]
  if (!start || !end) return null
  return isInRow(start) ? straightWay(start, end) : roundWay(places, from, to)
}

/**
 * Positions of the piece on its way, at equal intervals: straight inside the circle, or along the ellipse
 * where the question is in the way; straight in rows.
 */
export function carriedAlong(places: Places, from: number, to: number): readonly SeatPosition[] {
  const [start, end] = [places[from], places[to]]
  if (!start || !end) return []
  if (isInRow(start)) return [start.piece, end.piece]
  const turn = turnBetween(places, from, to)
  const [first, last] = [polar(start.piece), polar(end.piece)]
  const begin = nearest(first.angle, start.angle)
  const finish = nearest(last.angle, start.angle + turn)
  const along = (isOutside: boolean) =>
    Array.from({ length: steps + 1 }, (_, step) => {
      const part = step / steps
      const out = isOutside ? Math.min(1, part / ramp, (1 - part) / ramp) : 0
      const inner = first.reach + (last.reach - first.reach) * part
      return atAngle(begin + (finish - begin) * part, inner + (1 - inner) * out)
    })
  const within = along(false)
  return within.some(isOverQuestion) ? along(true) : within
}

/** Half the size of the question plus half of the piece, in percent of the full circle. */
const question = { x: 20.4, y: 25 } as const

const isOverQuestion = ({ x, y }: SeatPosition) =>
  Math.abs(x - 50) < question.x && Math.abs(y - 50) < question.y

/** Number of positions, and the fraction of them in which the piece moves from its holder to the ellipse. */
const steps = 24
const ramp = 0.2

const isInRow = ({ side }: SeatPlace) => side === 'up' || side === 'down'

/** Degrees that the piece turns, clockwise positive: past as few seats as possible; clockwise if equal. */
function turnBetween(places: Places, from: number, to: number): number {
  const forward = round((places[to]?.angle ?? 0) - (places[from]?.angle ?? 0))
  const back = forward - 360
  return passed(places, from, back).length < passed(places, from, forward).length ? back : forward
}

/** Angular distances of the seats that a turn passes, in order. */
function passed(places: Places, from: number, turn: number): readonly number[] {
  const start = places[from]?.angle ?? 0
  const sign = Math.sign(turn)
  return places
    .map(({ angle }) => round(sign * (angle - start)))
    .filter((far) => far > 0 && far < Math.abs(turn))
    .sort((a, b) => a - b)
}

/** Normalizes an angle to 0–360. */
const round = (angle: number) => ((angle % 360) + 360) % 360

/** The equivalent of `angle` nearest to another. */
const nearest = (angle: number, to: number) => to + round(angle - to + 180) - 180

function roundWay(places: Places, from: number, to: number): string | null {
  const turn = turnBetween(places, from, to)
  if (Math.abs(turn) < short) return null
  const start = places[from]?.angle ?? 0
  const sign = Math.sign(turn)
  const between = passed(places, from, turn)
  const begins = [gapBefore, ...between.map((far) => far + gapPassed)]
  const ends = [...between.map((far) => far - gapPassed), Math.abs(turn) - gapAfter]
  return begins
    .map((begin, at) => arc(start + sign * begin, start + sign * (ends[at] ?? begin), sign))
    .join('')
}

function arc(from: number, to: number, sign: number): string {
  const isLong = Math.abs(to - from) > 180 ? 1 : 0
  return `M${onEllipse(from)}A${box.rx} ${box.ry} 0 ${isLong} ${sign > 0 ? 1 : 0} ${onEllipse(to)}`
}

function onEllipse(angle: number): string {
  const { x, y } = atAngle(angle, 1)
  return `${((x * box.width) / 100).toFixed(1)} ${((y * box.height) / 100).toFixed(1)}`
}

/** `reach` 1 is on the ellipse. */
function atAngle(angle: number, reach: number): SeatPosition {
  const turn = (angle * Math.PI) / 180
  return {
    x: 50 + (Math.cos(turn) * box.rx * reach * 100) / box.width,
    y: 50 + (Math.sin(turn) * box.ry * reach * 100) / box.height,
  }
}

function polar({ x, y }: SeatPosition): { readonly angle: number; readonly reach: number } {
  const across = ((x - 50) * box.width) / (100 * box.rx)
  const along = ((y - 50) * box.height) / (100 * box.ry)
  return { angle: (Math.atan2(along, across) * 180) / Math.PI, reach: Math.hypot(across, along) }
}

function straightWay(from: SeatPlace, to: SeatPlace): string | null {
  const [x, end] = [Math.round(from.x * 10), Math.round(to.x * 10)]
  const y = from.side === 'up' ? track.upper : track.lower
  if (from.side === to.side) {
    const sign = Math.sign(end - x)
    return sign === 0 ? null : `M${x + sign * 18} ${y}H${end - sign * 26}`
  }
  const isAtEnd = Math.abs(x - end) < 1 && (x > 900 || x < 100)
  if (!isAtEnd) return null
  const out = x > 500 ? 52 : -52
  const other = from.side === 'up' ? track.lower : track.upper
  return `M${x + Math.sign(out) * 16} ${y}C${x + out} ${y} ${x + out} ${other} ${x + Math.sign(out) * 26} ${other}`
}
