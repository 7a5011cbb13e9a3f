import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { mentionAt, withMention } from './mentions.ts'

interface TypedIn {
  readonly text: string
  readonly write: (text: string) => void
  readonly input: RefObject<HTMLTextAreaElement | null>
  /** Names that may contain blanks. */
  readonly names: readonly string[]
}

/**
 * Tracks the mention being typed. `take` replaces it by a name and returns false if there is none; `moved`
 * takes the caret's offset.
 */
export function useTypedMention({ text, write, input, names }: TypedIn) {
  const [caret, setCaret] = useState(text.length)
  const caretTo = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caretTo.current === null) return
    input.current?.setSelectionRange(caretTo.current, caretTo.current)
    caretTo.current = null
  }, [text, input])
  const begun = mentionAt(text, caret, names)
  const take = (name: string): boolean => {
    if (begun === null) return false
    const next = withMention(text, begun, name)
    caretTo.current = next.caret
    setCaret(next.caret)
    write(next.text)
    input.current?.focus()
    return true
  }
  return { begun, take, moved: setCaret }
}
