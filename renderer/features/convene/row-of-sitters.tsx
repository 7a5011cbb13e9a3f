import { FaceView } from '../../entities/agent/avatar.tsx'
import type { Sitter } from './circle-draft.ts'
import { useSitterFaces } from './seat-face.tsx'

/** Faces beside each other, numbered in their order. */
export function RowOfSitters({ sitters }: { readonly sitters: readonly Sitter[] }) {
  const faces = useSitterFaces(sitters)
  return (
    <span className="faces" aria-hidden="true">
      {faces.map((face, at) => (
        <FaceView key={at} face={{ ...face, letters: String(at + 1) }} size="sm" />
      ))}
    </span>
  )
}
