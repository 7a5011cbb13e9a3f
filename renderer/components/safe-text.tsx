import { memo } from 'react'
import { inspect, signOf } from './hygiene.ts'

/** Text from anywhere, with every character that would hide or reorder something shown as a sign. */
export const SafeText = memo(function SafeText({ text }: { readonly text: string }) {
  return inspect(text).map((piece, at) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      <span key={at} className="hidden-sign" title="A character that would not be seen">
        {signOf(piece.codes)}
      </span>
    ),
  )
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
