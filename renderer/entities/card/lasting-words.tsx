import { SafeText } from '../../components/safe-text.tsx'
import type { Way } from './answers.ts'

interface LastingWordsProps {
  readonly way: Extract<Way, { readonly kind: 'lasting' }>
  /** Said to nobody who hears, where other words are. */
  readonly isHidden?: boolean
}

/** What is on the button that allows something for good. */
export function LastingWords({ way, isHidden }: LastingWordsProps) {
  return (
    <span className="lasting" aria-hidden={isHidden}>
      Allow{' '}
      <bdi className={way.isCode ? 'mono' : undefined}>
        <SafeText text={way.label} />
      </bdi>{' '}
      from now on
    </span>
  )
}
