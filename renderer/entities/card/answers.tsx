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
 * The ways to answer, in the order of their keys. 1 always allows once and 2 always denies, so that a hand that knows
 * them never allows what it means to deny; what can be allowed from now on comes after them.
 */
export function answersTo(suggestions: readonly Suggestion[]): readonly CardChoice[] {
  const lasting = suggestions
    .slice(0, 7)
    .map(({ label, isCode }, suggestion): Way => ({ kind: 'lasting', suggestion, label, isCode }))
  return [{ kind: 'once' } as const, { kind: 'deny' } as const, ...lasting].map((way, at) => ({
    key: String(at + 1),
    way,
  }))
}

interface LastingWordsProps {
  readonly way: Extract<Way, { readonly kind: 'lasting' }>
  /** Said to nobody who hears, where other words are. */
  readonly isHidden?: boolean
}

/** What is on the button that allows something for the whole conversation. */
export function LastingWords({ way, isHidden }: LastingWordsProps) {
  return (
    <span className="break-anywhere" aria-hidden={isHidden}>
      Allow{' '}
      <bdi className={way.isCode ? 'mono' : undefined}>
        <SafeText text={way.label} />
      </bdi>{' '}
      in this conversation
    </span>
  )
}
