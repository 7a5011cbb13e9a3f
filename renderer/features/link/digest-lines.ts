import type { CrossingView } from '../../../main/contract/link-views.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'

/** One line of the digest: `lead` jumps to the crossing, `rest` goes on from it. */
export interface DigestLine {
  readonly lead: string
  readonly rest: string
}

/** So many characters of a crossing are looked at. */
const lineLength = 240
/** A first clause shorter than this says too little to stand for the rest. */
const shortestLead = 16
/** One longer than this is cut at a word. */
const longestLead = 90

/** The first line of a crossing, cut after its first clause. */
export function digestLine({ text }: Pick<CrossingView, 'text'>): DigestLine {
  const line = firstLine(text)
  const clause = Array.from(line.matchAll(/[.!?;:,](?=\s|$)/g)).find(({ index }) => index >= shortestLead)
  const end = clause && clause.index <= longestLead ? clause.index : cutAt(line)
  return { lead: line.slice(0, end), rest: line.slice(end) }
}

const firstLine = (text: string): string =>
  text
    .slice(0, 2_000)
    .split('\n')
    .map(plainLine)
    .find((line) => line !== '')
    ?.slice(0, lineLength) ?? 'Words without letters'

/** The last gap between words before a lead would grow too long. */
function cutAt(line: string): number {
  if (line.length <= longestLead) return line.length
  const gap = line.lastIndexOf(' ', longestLead)
  return gap < shortestLead ? longestLead : gap
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** "two crossings"; `isWhole`: no earlier ones are missing. */
export function countWords(items: readonly Pick<CrossingView, 'kind'>[], isWhole: boolean): string {
  const count = items.filter((one) => one.kind === 'said').length
  if (count === 0 && isWhole) return 'nothing crossed'
  const words = `${numbers[count] ?? count} ${count === 1 ? 'crossing' : 'crossings'}`
  return isWhole ? words : `at least ${words}`
}

/** So many turns read what crossed and had nothing to add. */
export const silentWords = (count: number): string =>
  `${count === 1 ? 'One turn' : `${count} turns`} ended with nothing to add (no crossing used).`
