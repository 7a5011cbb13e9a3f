import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { mentionAt, withMention } from './mentions.ts'

interface TypedIn {
  readonly text: string
  readonly write: (text: string) => void
  readonly input: RefObject<HTMLTextAreaElement | null>
  /** Names that may go on with a blank. */
  readonly names: readonly string[]
}

/** What is being typed behind an `@`: `take` puts a name in its place, if there is one; `moved` takes the caret's place. */
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
