import { use, useMemo, useRef } from 'react'
import { languageOf } from '../code/languages.ts'
import { ShadedText } from '../code/shaded-text.tsx'
import { useShades } from '../code/use-shades.ts'
import { CopyButton } from '../copy-button.tsx'
import { visible } from '../hygiene.ts'
import { Growing } from './growing.ts'
import { TextRuns } from './text-runs.tsx'
import css from './markdown.module.css'

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
    <figure className={css.codeBlock} ref={box} data-coloured={shades !== null || undefined}>
      <figcaption>
        <span className="grow clip">{name}</span>
        <CopyButton text={() => code} label="Copy code" />
      </figcaption>
      <pre tabIndex={0} aria-label={name === '' ? 'Code' : `Code, ${name}`}>
        <code>{shades === null ? <TextRuns text={code} /> : <ShadedText shades={shades} />}</code>
      </pre>
    </figure>
  )
}
