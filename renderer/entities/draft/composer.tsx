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
  /** Has every key first; true: it was for this. */
  readonly onKey?: (event: KeyboardEvent) => boolean
  /** Has each key that means nothing here. */
  readonly onOtherKey?: (event: KeyboardEvent) => void
  readonly onFocus?: () => void
  readonly onPress?: () => void
  readonly onBlur?: () => void
  readonly aria?: AriaAttributes
  /** Id of what says why the words were not taken, where others name it too. */
  readonly problemId?: string
  /** Stands in something that has a frame of its own. */
  readonly isBare?: boolean
  readonly onCaret?: (at: number) => void
  readonly menu?: ReactNode
  readonly above?: ReactNode
  readonly children: ReactNode
}

/**
 * Where a user writes to somebody: why the words were not taken, the field, and what stands under it. The field takes
 * the focus once it comes into view, and leaves what an input method composes alone.
 */
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

/** Once, when it comes into view in the pane that has the focus; under a sheet, when that has gone. */
function useFocusOnce(input: RefObject<HTMLTextAreaElement | null>) {
  const isCovered = useView((now) => now.panel !== null)
  const isFresh = useRef(usePane().isFocused)
  useEffect(() => {
    if (isCovered || !isFresh.current) return
    isFresh.current = false
    toEnd(input.current)
  }, [input, isCovered])
}

/** The user goes on writing where their words end. */
export function toEnd(input: HTMLTextAreaElement | null) {
  input?.focus({ preventScroll: true })
  input?.setSelectionRange(input.value.length, input.value.length)
}

/** The word on a button that sends, as wide as the widest that can stand there: the button does not move. */
export function SendVerb({ verb }: { readonly verb: string }) {
  return (
    <span className={css.verbs} data-verbs={sendVerbs.join('\n')}>
      {verb}
    </span>
  )
}
