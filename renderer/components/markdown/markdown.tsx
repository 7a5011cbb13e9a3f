import { memo, useId, useImperativeHandle, useMemo, useState, type Ref } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'
import { guessedHeight, VirtualListItem } from '../virtual-list.tsx'
import { SafeText } from '../safe-text.tsx'
import { MarkdownNode, Growing } from './block.tsx'
import { growingReader, type GrowingReader, type MarkdownBlock } from './parse.ts'
import css from './markdown.module.css'

interface MarkdownProps {
  readonly text: string
  /** The text is still being written: open marks at its end are completed, and highlighting waits. */
  readonly isGrowing?: boolean
  /** Reports how long parsing takes. */
  readonly reader?: Ref<Pick<GrowingReader, 'cost'>>
}

/**
 * Renders untrusted Markdown. Nodes become elements directly, without HTML in between; unknown nodes are
 * shown as text, and nothing is fetched. While the text grows, only changed blocks render again.
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

/** Blocks that are always rendered; later ones only near the viewport. */
const mostPlain = 24
/** Blocks per part of the virtual list. */
const partSize = 16

/** The later blocks of a long text, in parts that stay the same while it grows. */
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

/** Renders again only when its source changes. */
const Settled = memo(
  ({ block }: { readonly block: MarkdownBlock }) => <MarkdownNode node={block.node} depth={0} />,
  (before, after) =>
    before.block.source === after.block.source && before.block.node.type === after.block.node.type,
)
Settled.displayName = 'Settled'
