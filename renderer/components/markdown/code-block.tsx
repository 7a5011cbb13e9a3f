import { useState } from 'react'
import { SafeText } from '../safe-text.tsx'

interface CodeBlockProps {
  readonly code: string
  readonly language: string
}

/** Code, with its language and a button that copies it as it was written. */
export function CodeBlock({ code, language }: CodeBlockProps) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <figure className="code-block">
      <figcaption>
        <span className="grow clip">
          <SafeText text={language.slice(0, 40)} />
        </span>
        <button
          type="button"
          className="btn ghost"
          onClick={() => void copy()}
          onBlur={() => setCopied(false)}
        >
          {copied ? 'Copied' : 'Copy'}
        </button>
      </figcaption>
      <pre tabIndex={0} aria-label={language === '' ? 'Code' : `Code, ${language.slice(0, 40)}`}>
        <code>
          <SafeText text={code} />
        </code>
      </pre>
    </figure>
  )
}
