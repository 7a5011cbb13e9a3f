import { plainLine } from '../../components/markdown/plain-line.ts'

/** Words beyond this do not show in three lines, and are not laid out. */
const most = 600

/** So many lines show. */
const mostLines = 3

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
