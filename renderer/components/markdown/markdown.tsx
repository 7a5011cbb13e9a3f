import { memo, useDeferredValue, useMemo, useState } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'
import { SafeText } from '../safe-text.tsx'
import { Block } from './block.tsx'
import { growingReader, parseMarkdown, type MarkdownBlock } from './parse.ts'
import './markdown.css'

interface MarkdownProps {
  readonly text: string
}

/**
 * Markdown from anywhere. Its tree becomes elements one by one: there is no HTML in between, what has no
 * element of ours is shown as text, nothing is fetched.
 */
export const Markdown = memo(function Markdown({ text }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return <Blocks text={text} blocks={blocks} />
})

/** Markdown that grows at its end; only the blocks that change are drawn again. */
export function GrowingMarkdown({ text }: MarkdownProps) {
  const [read] = useState(growingReader)
  // Where a frame is too short for it, the window skips to the newest text instead of falling behind.
  const shown = useDeferredValue(text)
  const blocks = useMemo(() => read(shown), [read, shown])
  return <Blocks text={shown} blocks={blocks} />
}

interface BlocksProps {
  readonly text: string
  readonly blocks: readonly MarkdownBlock[] | null
}

const Blocks = memo(function Blocks({ text, blocks }: BlocksProps) {
  const plain = (
    <p className="plain">
      <SafeText text={text} />
    </p>
  )
  if (blocks === null) return plain
  return (
    <ErrorBoundary fallback={plain}>
      {blocks.map((block) => (
        <Settled key={block.at} block={block} />
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
