import { memo, useId, useImperativeHandle, useMemo, useState, type Ref } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'
import { guessedHeight, VirtualListItem } from '../virtual-list.tsx'
import { SafeText } from '../safe-text.tsx'
import { MarkdownNode, Growing } from './block.tsx'
import { growingReader, type GrowingReader, type MarkdownBlock } from './parse.ts'
import css from './markdown.module.css'

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
    <ErrorBoundary fallback={<SafeText as="p" className="plain" text={text} />}>
      {blocks.slice(0, mostPlain).map((block, at) => (
        <Drawn key={block.at} block={block} isGrowing={isGrowing && at >= blocks.length - 2} />
      ))}
      {blocks.length > mostPlain && <Parts blocks={blocks} isGrowing={isGrowing} />}
    </ErrorBoundary>
  )
})

/** So many blocks are drawn in any case; of a longer text, the others where they are seen. */
const mostPlain = 24
/** So many of those stand together. */
const partSize = 16

/** The blocks of a long text after its first, in parts, which stay what they are while it grows. */
function Parts({
  blocks,
  isGrowing,
}: {
  readonly blocks: readonly MarkdownBlock[]
  readonly isGrowing: boolean
}) {
  const id = useId()
  const count = Math.ceil((blocks.length - mostPlain) / partSize)
  return Array.from({ length: count }, (_, part) => {
    const from = mostPlain + part * partSize
    const some = blocks.slice(from, from + partSize)
    return (
      <VirtualListItem
        key={part}
        name={`${id} ${part}`}
        guess={() => some.reduce((sum, { source }) => sum + guessedHeight(source), 0)}
        isKept={part >= count - 2}
        className={css.part}
      >
        {some.map((block, at) => (
          <Drawn key={block.at} block={block} isGrowing={isGrowing && from + at >= blocks.length - 2} />
        ))}
      </VirtualListItem>
    )
  })
}

interface DrawnProps {
  readonly block: MarkdownBlock
  readonly isGrowing: boolean
}

const Drawn = ({ block, isGrowing }: DrawnProps) => (
  <Growing value={isGrowing}>
    <Settled block={block} />
  </Growing>
)

/** Drawn again only when its source changes. */
const Settled = memo(
  ({ block }: { readonly block: MarkdownBlock }) => <MarkdownNode node={block.node} depth={0} />,
  (before, after) =>
    before.block.source === after.block.source && before.block.node.type === after.block.node.type,
)
Settled.displayName = 'Settled'
