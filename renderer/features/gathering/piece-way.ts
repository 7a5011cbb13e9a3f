import { box, track, type Place, type SeatPlace } from './places.ts'

/** Angles, in degrees: less is no way to draw; so much stays free at its beginning, at a seat it passes, at its end. */
const short = 18
const gapBefore = 6
const gapPassed = 8
const gapAfter = 9

type Places = readonly SeatPlace[]

/** The stroke along the way that the piece came from one seat to another, as a path; null where there is none to draw. */
export function wayBetween(places: Places, from: number, to: number): string | null {
  const [start, end] = [places[from], places[to]]
  if (!start || !end) return null
  return isInRow(start) ? straightWay(start, end) : roundWay(places, from, to)
}

/**
 * Where the piece is while it is carried, in equal times: within the circle, and where the question would be in its
 * way, out to the ellipse, along it and in again; in rows straight on.
 */
export function carriedAlong(places: Places, from: number, to: number): readonly Place[] {
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

/** Half the room of the question with half the piece, in percent of the circle at its full size. */
const question = { x: 20.4, y: 25 } as const

const isOverQuestion = ({ x, y }: Place) => Math.abs(x - 50) < question.x && Math.abs(y - 50) < question.y

/** Places on the way, and the part of it in which the piece leaves its holder. */
const steps = 24
const ramp = 0.2

const isInRow = ({ side }: SeatPlace) => side === 'up' || side === 'down'

/** How far it turns on its way, in degrees, with the clock more than 0: past as few seats as can be, else with the clock. */
function turnBetween(places: Places, from: number, to: number): number {
  const forward = round((places[to]?.angle ?? 0) - (places[from]?.angle ?? 0))
  const back = forward - 360
  return passed(places, from, back).length < passed(places, from, forward).length ? back : forward
}

/** How far along a turn each seat stands that it goes past, in its order. */
function passed(places: Places, from: number, turn: number): readonly number[] {
  const start = places[from]?.angle ?? 0
  const sign = Math.sign(turn)
  return places
    .map(({ angle }) => round(sign * (angle - start)))
    .filter((far) => far > 0 && far < Math.abs(turn))
    .sort((a, b) => a - b)
}

/** An angle from 0 to 360. */
const round = (angle: number) => ((angle % 360) + 360) % 360

/** The same direction as `angle`, counted so that it is nearest to another. */
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

/** A place at an angle; `reach` 1: on the ellipse. */
function atAngle(angle: number, reach: number): Place {
  const turn = (angle * Math.PI) / 180
  return {
    x: 50 + (Math.cos(turn) * box.rx * reach * 100) / box.width,
    y: 50 + (Math.sin(turn) * box.ry * reach * 100) / box.height,
  }
}

function polar({ x, y }: Place): { readonly angle: number; readonly reach: number } {
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
