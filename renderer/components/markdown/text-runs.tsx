import { memo, useMemo } from 'react'
import { SafeText } from '../safe-text.tsx'
import { LongWords } from './long-words.tsx'
import css from './markdown.module.css'

/** So many lines are laid out together: while a text grows, only the last of these is laid out anew. */
const runLines = 60

/** Text of many lines in runs of some, each a block of its own. */
export function TextRuns({ text }: { readonly text: string }) {
  const runs = useMemo(() => runsOf(text), [text])
  return runs.map((run, at) => <Run key={at} text={run} isLast={at === runs.length - 1} />)
}

function runsOf(text: string): readonly string[] {
  const runs: string[] = []
  let start = 0
  let lines = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (++lines % runLines !== 0) continue
    runs.push(text.slice(start, end))
    start = end + 1
  }
  return [...runs, text.slice(start)]
}

const Run = memo(function Run({ text, isLast }: { readonly text: string; readonly isLast: boolean }) {
  return (
    <span className={css.run}>
      <LongWords text={isLast || text !== '' ? text : '\n'}>{(part) => <SafeText text={part} />}</LongWords>
    </span>
  )
})
