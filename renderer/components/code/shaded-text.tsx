import { SafeText } from '../safe-text.tsx'
import type { Shade } from './highlight.ts'
import css from './code.module.css'

/** Code in its colours. */
export function ShadedText({ shades }: { readonly shades: readonly Shade[] }) {
  return shades.map(({ text, kind }, at) =>
    kind === '' ? (
      <SafeText key={at} text={text} />
    ) : (
      <span key={at} className={css[`code-${kind}`]}>
        <SafeText text={text} />
      </span>
    ),
  )
}
