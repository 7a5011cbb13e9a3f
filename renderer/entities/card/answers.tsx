import type { Suggestion } from '../../../main/contract/api/model.ts'
import { SafeText } from '../../components/safe-text.tsx'

/** `suggestion` is an index into the card's suggestions. */
export type Way =
  | { readonly kind: 'once' }
  | {
      readonly kind: 'lasting'
      readonly suggestion: number
      readonly label: string
      readonly isCode: boolean
    }
  | { readonly kind: 'deny' }

export interface CardChoice {
  readonly key: string
  readonly way: Way
}

/**
 * Returns the answers in the order of their keys. 1 always allows once and 2 always denies, so that habit
 * never allows by mistake; lasting permissions follow.
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
  /** Hidden from screen readers if other text replaces it. */
  readonly isHidden?: boolean
}

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
