import { countOf, type DiffLine } from './diff-lines.ts'
import { SafeText } from './safe-text.tsx'
import './diff.css'

interface DiffProps {
  readonly path: string
  readonly lines: readonly DiffLine[]
}

const mostLines = 400
const words = { '−': 'removed', '+': 'added', ' ': '' }

/** A change to a file. The sign column says it without the tint. */
export function Diff({ path, lines }: DiffProps) {
  const hidden = lines.length - mostLines
  return (
    <table className="diff" aria-label={`Changes in ${path}`}>
      <tbody>
        {lines.slice(0, mostLines).map((line, at) => (
          <tr key={at} className={line.sign === '+' ? 'added' : line.sign === '−' ? 'removed' : undefined}>
            <td aria-label={words[line.sign]}>{line.sign}</td>
            <td>
              <SafeText text={line.text} />
            </td>
          </tr>
        ))}
        {hidden > 0 && (
          <tr>
            <td />
            <td className="faint">{hidden} more lines</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** `+3 −1`, in words for a screen reader. */
export function DiffCount({ lines }: { readonly lines: readonly DiffLine[] }) {
  const added = countOf(lines, '+')
  const removed = countOf(lines, '−')
  return (
    <span className="diff-count num" role="img" aria-label={`${added} lines added, ${removed} removed`}>
      {added > 0 && <b className="plus">+{added}</b>}
      {removed > 0 && <b className="minus">−{removed}</b>}
    </span>
  )
}
