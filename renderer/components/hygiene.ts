/** Text that may be shown, or a run of characters that would deceive. */
type Piece = { kind: 'text'; text: string } | { kind: 'hidden'; codes: readonly number[] }

/**
 * What must not be shown as it is: C0 and C1 controls (except tab and newline), bidirectional controls,
 * zero-width and filler characters, line separators, stray variation selectors, tag characters, lone
 * surrogates. `isInnocent` lists the exceptions.
 */
const hidden =
  // oxlint-disable-next-line no-misleading-character-class -- the point of this table
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}\p{Cs}]/u

const pictograph = /\p{Extended_Pictographic}/u
const emojiBase = /[\p{Emoji}\u20E3]/u
/** What may come between a pictograph and its joiner. */
const emojiTail = /\uFE0F|[\u{1F3FB}-\u{1F3FF}]/u

/** Splits text into parts that may be shown and runs that must be shown as code points. */
export function inspect(text: string): readonly Piece[] {
  if (!hidden.test(text)) return text === '' ? [] : [{ kind: 'text', text }]
  const points = Array.from(text.replaceAll('\r\n', '\n'))
  const pieces: Piece[] = []
  let shown = ''
  let codes: number[] = []
  const flushShown = () => {
    if (shown !== '') pieces.push({ kind: 'text', text: shown })
    shown = ''
  }
  const flushHidden = () => {
    if (codes.length > 0) pieces.push({ kind: 'hidden', codes })
    codes = []
  }
  points.forEach((point, at) => {
    if (hidden.test(point) && !isInnocent(points, at)) {
      flushShown()
      codes.push(point.codePointAt(0) ?? 0)
    } else {
      flushHidden()
      shown += point
    }
  })
  flushShown()
  flushHidden()
  return pieces
}

/** Whether a joiner or selector only composes an emoji. */
function isInnocent(points: readonly string[], at: number): boolean {
  const point = points[at]
  const before = points[at - 1] ?? ''
  if (point === '\uFE0F' || point === '\uFE0E') return emojiBase.test(before)
  if (point !== '\u200D') return false
  const base = emojiTail.test(before) ? (points[at - 2] ?? '') : before
  return pictograph.test(base) && pictograph.test(points[at + 1] ?? '')
}

const codeName = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`

export function hiddenRunWords(codes: readonly number[]): string {
  const first = codeName(codes[0] ?? 0)
  return codes.length === 1 ? first : `${first} and ${codes.length - 1} more hidden`
}

/** `inspect` as plain text, for labels and titles. */
export function visible(text: string): string {
  return inspect(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `⟨${hiddenRunWords(piece.codes)}⟩`))
    .join('')
}

const terminalStyle = /\u001B\[[0-9;:]*m/g

export const withoutTerminalStyle = (text: string) => text.replace(terminalStyle, '')
