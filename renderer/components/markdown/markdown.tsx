import { memo, useMemo, useState, type Ref, useImperativeHandle } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'
import { SafeText } from '../safe-text.tsx'
import { Block } from './block.tsx'
import { Growing } from './growing.ts'
import { growingReader, type GrowingReader, type MarkdownBlock } from './parse.ts'

interface MarkdownProps {
  readonly text: string
  /** It is still being written: what is open at its end is completed, and nothing costly is begun there. */
  readonly isGrowing?: boolean
  /** Tells how long it takes to read. */
  readonly reader?: Ref<Pick<GrowingReader, 'cost'>>
}

/**
 * Markdown from anywhere. Its tree becomes elements one by one: there is no HTML in between, what has no
 * element of ours is shown as text, nothing is fetched. While it grows, and when it is done, only the blocks
 * that change are drawn again.
 */
export const Markdown = memo(function Markdown({ text, isGrowing = false, reader }: MarkdownProps) {
  const [read] = useState(growingReader)
  useImperativeHandle(reader, () => read, [read])
  const blocks = useMemo(() => (isGrowing ? read.grow(text) : read.settle(text)), [read, text, isGrowing])
  return (
    <ErrorBoundary
      fallback={
        <p className="plain">
          <SafeText text={text} />
        </p>
      }
    >
      {blocks.map((block, at) => (
        <Growing key={block.at} value={isGrowing && at >= blocks.length - 2}>
          <Settled block={block} />
        </Growing>
      ))}
    </ErrorBoundary>
  )
})

/** Drawn anew only when its source changes. */
const Settled = memo(
  ({ block }: { readonly block: MarkdownBlock }) => <Block node={block.node} depth={0} />,
  (before, after) =>
    before.block.source === after.block.source && before.block.node.type === after.block.node.type,
)
Settled.displayName = 'Settled'
