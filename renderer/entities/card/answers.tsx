import type { Suggestion } from '../../../main/contract/api/model.ts'
import { SafeText } from '../../components/safe-text.tsx'

/** One way to answer a permission. `suggestion` is its place among the card's, from 0. */
export type Way =
  | { readonly kind: 'once' }
  | {
      readonly kind: 'lasting'
      readonly suggestion: number
      readonly label: string
      readonly isCode: boolean
    }
  | { readonly kind: 'deny' }

/** A way to answer, and the key that takes it. */
export interface CardChoice {
  readonly key: string
  readonly way: Way
}

/**
 * The ways to answer, in order. 1 is always once and 3 always no, so that a hand that knows them never allows
 * what it means to deny; what can be allowed for good is 2, and further ones stand behind.
 */
export function answersTo(suggestions: readonly Suggestion[]): readonly CardChoice[] {
  const lasting = suggestions.slice(0, 7).map(({ label, isCode }, suggestion): CardChoice => {
    const key = suggestion === 0 ? '2' : String(suggestion + 3)
    return { key, way: { kind: 'lasting', suggestion, label, isCode } }
  })
  const first = lasting.slice(0, 1)
  return [
    { key: '1', way: { kind: 'once' } },
    ...first,
    { key: '3', way: { kind: 'deny' } },
    ...lasting.slice(1),
  ]
}

interface LastingWordsProps {
  readonly way: Extract<Way, { readonly kind: 'lasting' }>
  /** Said to nobody who hears, where other words are. */
  readonly isHidden?: boolean
}

/** What is on the button that allows something for good. */
export function LastingWords({ way, isHidden }: LastingWordsProps) {
  return (
    <span className="break-anywhere" aria-hidden={isHidden}>
      Allow{' '}
      <bdi className={way.isCode ? 'mono' : undefined}>
        <SafeText text={way.label} />
      </bdi>{' '}
      from now on
    </span>
  )
}
