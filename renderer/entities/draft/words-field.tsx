import { useEffect, useRef, type AriaAttributes, type KeyboardEvent, type RefObject } from 'react'
import { Problem } from '../../components/problem.tsx'
import type { KeyName } from '../../keys/key-table.ts'
import { isKey } from '../../keys/keys-here.ts'
import { useView } from '../../state/view-store.ts'
import { directionOf } from '../../components/direction.ts'
import './composer.css'

/** The element that says why words were not taken. */
const problemId = 'composer-problem'

interface WordsFieldProps {
  readonly input: RefObject<HTMLTextAreaElement | null>
  readonly label: string
  readonly text: string
  readonly placeholder: string
  readonly rows?: number
  /** Why the words were not taken; empty: nothing is wrong. `WordsProblem` shows it. */
  readonly trouble: string
  readonly onWrite: (text: string) => void
  /** What each of these keys does here. */
  readonly keys: { readonly [K in KeyName]?: () => void }
  /** Has every key first; true: it was for this. */
  readonly onKey?: (event: KeyboardEvent) => boolean
  /** Has each key that means nothing here. */
  readonly onOtherKey?: (event: KeyboardEvent) => void
  readonly onBlur?: () => void
  readonly aria?: AriaAttributes
}

/** Where a person writes: it takes the focus once it comes into view, and leaves what an input method composes alone. */
export function WordsField(props: WordsFieldProps) {
  const { input, label, text, placeholder, rows = 1, trouble, onWrite, keys, onKey, onOtherKey } = props
  useFocusOnce(input)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || onKey?.(event)) return
    const named = Object.entries(keys) as [KeyName, () => void][]
    const found = named.find(([name]) => isKey(name, event.nativeEvent))
    if (!found) return onOtherKey?.(event)
    event.preventDefault()
    found[1]()
  }
  return (
    <textarea
      ref={input}
      rows={rows}
      value={text}
      dir={directionOf(text)}
      aria-label={label}
      aria-describedby={trouble === '' ? undefined : problemId}
      {...props.aria}
      placeholder={placeholder}
      onChange={(event) => onWrite(event.target.value)}
      onBlur={props.onBlur}
      onKeyDown={onKeyDown}
    />
  )
}

/** Why words were not taken, over the field where they stand. */
export function WordsProblem({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <div className="composer-problem">
      <Problem text={text} id={problemId} />
    </div>
  )
}

/** Once, when it comes into view; under a sheet, when that has gone. */
function useFocusOnce(input: RefObject<HTMLTextAreaElement | null>) {
  const isCovered = useView((now) => now.panel !== null)
  const isFresh = useRef(true)
  useEffect(() => {
    if (isCovered || !isFresh.current) return
    isFresh.current = false
    toEnd(input.current)
  }, [input, isCovered])
}

/** The person goes on writing where their words end. */
export function toEnd(input: HTMLTextAreaElement | null) {
  input?.focus({ preventScroll: true })
  input?.setSelectionRange(input.value.length, input.value.length)
}
