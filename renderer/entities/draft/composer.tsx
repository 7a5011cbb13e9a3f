import {
  useEffect,
  useId,
  useRef,
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { DraftInHand } from './send.ts'
import { usePane } from '../../components/pane.tsx'
import { Problem } from '../../components/problem.tsx'
import type { KeyName } from '../../keys/key-table.ts'
import { isKey } from '../../keys/current-keys.ts'
import { useView } from '../../state/view-store.ts'
import { directionOf } from '../../components/direction.ts'
import { sendVerbs } from './composer-words.ts'
import css from './send-verb.module.css'

interface ComposerProps {
  readonly draft: Pick<DraftInHand, 'text' | 'trouble' | 'write'>
  readonly input: RefObject<HTMLTextAreaElement | null>
  readonly label: string
  readonly placeholder: string
  readonly rows?: number
  readonly keys: { readonly [K in KeyName]?: () => void }
  /** Gets every key first; returns whether it handled it. */
  readonly onKey?: (event: KeyboardEvent) => boolean
  /** Gets the keys that nothing else handled. */
  readonly onOtherKey?: (event: KeyboardEvent) => void
  readonly onFocus?: () => void
  readonly onPress?: () => void
  readonly onBlur?: () => void
  readonly aria?: AriaAttributes
  /** Id of the error message, if others refer to it too. */
  readonly problemId?: string
  /** Its container has a frame. */
  readonly isBare?: boolean
  readonly onCaret?: (at: number) => void
  readonly menu?: ReactNode
  readonly above?: ReactNode
  readonly children: ReactNode
}

/** A text field with its error and a bar. Takes the focus when it comes into view. */
export function Composer(props: ComposerProps) {
  const { draft, input, label, placeholder, rows = 1, keys, onKey, onOtherKey } = props
  const { text, trouble } = draft
  const own = useId()
  const problemId = props.problemId ?? own
  useFocusOnce(input)
  const onKeyDown = (event: KeyboardEvent) => {
    if (onKey?.(event)) return
    const named = Object.entries(keys) as [KeyName, () => void][]
    const found = named.find(([name]) => isKey(name, event.nativeEvent))
    if (!found) return onOtherKey?.(event)
    event.preventDefault()
    found[1]()
  }
  return (
    <>
      {trouble !== '' && (
        <div className="composer-problem">
          <Problem text={trouble} id={problemId} />
        </div>
      )}
      <div className={props.isBare ? undefined : 'composer'}>
        {props.menu}
        {props.above}
        <textarea
          ref={input}
          rows={rows}
          value={text}
          dir={directionOf(text)}
          aria-label={label}
          aria-describedby={trouble === '' ? undefined : problemId}
          {...props.aria}
          placeholder={placeholder}
          onChange={(event) => {
            draft.write(event.target.value)
            props.onCaret?.(event.target.selectionStart)
          }}
          onSelect={(event) => props.onCaret?.(event.currentTarget.selectionStart)}
          onFocus={props.onFocus}
          onPointerDown={props.onPress}
          onBlur={props.onBlur}
          onKeyDown={onKeyDown}
        />
        <div className="composer-bar">{props.children}</div>
      </div>
    </>
  )
}

/**
 * Takes the focus once, when it comes into view in the focused pane; while a sheet is open, after it closes.
 */
function useFocusOnce(input: RefObject<HTMLTextAreaElement | null>) {
  const isCovered = useView((now) => now.panel !== null)
  const isFresh = useRef(usePane().isFocused)
  useEffect(() => {
    if (isCovered || !isFresh.current) return
    isFresh.current = false
    toEnd(input.current)
  }, [input, isCovered])
}

/** Focuses the field with the caret at the end. */
export function toEnd(input: HTMLTextAreaElement | null) {
  input?.focus({ preventScroll: true })
  input?.setSelectionRange(input.value.length, input.value.length)
}

/** As wide as the widest verb, so that the button does not move. */
export function SendVerb({ verb }: { readonly verb: string }) {
  return (
    <span className={css.verbs} data-verbs={sendVerbs.join('\n')}>
      {verb}
    </span>
  )
}
