import { memo, type HTMLAttributes } from 'react'
import { inspect, hiddenRunWords } from './hygiene.ts'

interface SafeTextProps extends HTMLAttributes<HTMLElement> {
  readonly text: string
  /** The element around it, which gets all other attributes; none without it. */
  readonly as?: 'span' | 'p' | 'b' | 'small' | 'code' | 'li' | 'dd'
}

/** Text from anywhere, with every character that would hide or reorder something shown as a sign. */
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
  /** In the pigment that `data-hue` of an ancestor gives. */
  readonly pigment?: boolean
}

/** Somebody's name, kept apart from the direction of the text around it. */
export function Name({ name, pigment = false }: NameProps) {
  return (
    <bdi className={pigment ? 'who' : undefined}>
      <SafeText text={name} />
    </bdi>
  )
}
