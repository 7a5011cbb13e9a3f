import { useMemo, useState } from 'react'
import { SafeText } from '../../components/safe-text.tsx'
import { foldedOf } from './long-text.ts'

/** What a person wrote, as it is; something very long is folded. */
export function PersonWords({ text }: { readonly text: string }) {
  const folded = useMemo(() => foldedOf(text), [text])
  const [isOpen, setOpen] = useState(false)
  const isFolded = folded !== null && !isOpen
  return (
    <div className="said">
      <p className={`plain ${isFolded ? 'folded' : ''}`} dir="auto">
        <SafeText text={isFolded ? folded.shown : text} />
      </p>
      {folded && (
        <button type="button" className="btn ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all (${folded.size})`}
        </button>
      )}
    </div>
  )
}
