import { memo, type HTMLAttributes } from 'react'
import { inspect, hiddenRunWords } from './hygiene.ts'

interface SafeTextProps extends HTMLAttributes<HTMLElement> {
  readonly text: string
  /** The element, which gets all other attributes; a bare text without it. */
  readonly as?: 'span' | 'p' | 'b' | 'small' | 'code' | 'li' | 'dd'
}

/** Renders untrusted text. Characters that would hide or reorder something are shown as code points. */
export const SafeText = memo(function SafeText({ text, as: Tag, ...more }: SafeTextProps) {
  const shown = inspect(text).map((piece, at) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      <span key={at} className="hidden-sign" title="A character that would not be seen">
        {hiddenRunWords(piece.codes)}
      </span>
    ),
  )
  return Tag === undefined ? shown : <Tag {...more}>{shown}</Tag>
})

interface NameProps {
  readonly name: string
  /** Colored by `data-hue` of an ancestor. */
  readonly pigment?: boolean
}

/** A name, isolated from the text direction around it. */
export function Name({ name, pigment = false }: NameProps) {
  return (
    <bdi className={pigment ? 'who' : undefined}>
      <SafeText text={name} />
    </bdi>
  )
}
