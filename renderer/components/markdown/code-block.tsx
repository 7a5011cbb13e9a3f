import { memo, use, useMemo, useRef } from 'react'
import { languageOf } from '../code/languages.ts'
import { useShades } from '../code/use-shades.ts'
import { CopyButton } from '../copy-button.tsx'
import { visible } from '../hygiene.ts'
import { SafeText } from '../safe-text.tsx'
import { Growing } from './growing.ts'

interface CodeBlockProps {
  readonly code: string
  readonly language: string
}

/** Code, with its language and a button that copies it as it was written. */
export function CodeBlock({ code, language }: CodeBlockProps) {
  const isGrowing = use(Growing)
  const box = useRef<HTMLElement>(null)
  const known = useMemo(() => languageOf(language), [language])
  const shades = useShades(box, code, known, isGrowing)
  const name = known?.name ?? visible(language.slice(0, 40))
  return (
    <figure className="code-block" ref={box} data-coloured={shades !== null || undefined}>
      <figcaption>
        <span className="grow clip">{name}</span>
        <CopyButton text={() => code} label="Copy code" />
      </figcaption>
      <pre tabIndex={0} aria-label={name === '' ? 'Code' : `Code, ${name}`}>
        <code>
          {shades === null ? (
            <PlainCode code={code} />
          ) : (
            shades.map(({ text, kind }, at) =>
              kind === '' ? (
                <SafeText key={at} text={text} />
              ) : (
                <span key={at} className={`code-${kind}`}>
                  <SafeText text={text} />
                </span>
              ),
            )
          )}
        </code>
      </pre>
    </figure>
  )
}

/** So many lines are laid out together: while code grows, only the last of these is laid out anew. */
const runLines = 60

function PlainCode({ code }: { readonly code: string }) {
  const runs = useMemo(() => runsOf(code), [code])
  return runs.map((run, at) => <Run key={at} text={run} isLast={at === runs.length - 1} />)
}

function runsOf(code: string): readonly string[] {
  const runs: string[] = []
  let start = 0
  let lines = 0
  for (let end = code.indexOf('\n'); end !== -1; end = code.indexOf('\n', end + 1)) {
    if (++lines % runLines !== 0) continue
    runs.push(code.slice(start, end))
    start = end + 1
  }
  return [...runs, code.slice(start)]
}

const Run = memo(function Run({ text, isLast }: { readonly text: string; readonly isLast: boolean }) {
  return (
    <span className="run">
      <SafeText text={isLast || text !== '' ? text : '\n'} />
    </span>
  )
})
