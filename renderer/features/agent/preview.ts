import { plainLine } from '../../components/markdown/plain-line.ts'

/** Words beyond this do not show in three lines, and are not laid out. */
const most = 600

/** So many lines show. */
const mostLines = 3

/** Has a text more lines than its preview shows? What the place cuts off beside that is measured. */
export const isMore = (text: string): boolean =>
  text.length > most || text.split('\n').filter((line) => plainLine(line) !== '').length > mostLines

/** The first words of a message for where three lines of it show: its lines without marks, none of them empty. */
export function previewOf(text: string): string {
  const lines = text
    .slice(0, most)
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== '')
  const shown = lines.slice(0, mostLines).join('\n')
  return lines.length > mostLines ? `${shown.replace(/[\s.,:;…]+$/, '')}…` : shown
}
