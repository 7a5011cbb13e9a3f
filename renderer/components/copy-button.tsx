import { useState } from 'react'
import { Button } from './button.tsx'

interface CopyButtonProps {
  readonly text: () => string
  /** What is copied, for anyone who does not see where the button stands. */
  readonly label: string
  readonly className?: string | undefined
}

/** Copies a text as it was written, and says so until it is left. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  const reset = () => setCopied(false)
  return (
    <Button
      variant="ghost"
      className={className}
      aria-label={copied ? `${label}: copied` : label}
      onClick={() => void copy()}
      onBlur={reset}
      onPointerLeave={reset}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
