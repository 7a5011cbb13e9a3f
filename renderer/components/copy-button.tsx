import { useState } from 'react'
import { Button } from './button.tsx'

interface CopyButtonProps {
  readonly text: () => string
  /** Says what is copied; screen readers get no context. */
  readonly label: string
  readonly className?: string | undefined
}

/** Shows "Copied" until the button loses the pointer or the focus. */
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
