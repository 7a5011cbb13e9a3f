import type { PhrasingContent, RootContent } from 'mdast'
import type { ReactNode } from 'react'
import { PathOpener } from '../open-path.ts'
import { PathText } from '../path-link.tsx'
import { SafeText } from '../safe-text.tsx'
import { Link } from './link.tsx'
import { textOf } from './tree-text.ts'

interface InlineProps {
  readonly nodes: readonly (PhrasingContent | RootContent)[]
  readonly depth: number
}

const deepest = 60

/** Running text of Markdown as elements. */
export function Inline({ nodes, depth }: InlineProps): ReactNode {
  return nodes.map((node, at) => <Phrase key={at} node={node} depth={depth + 1} />)
}

function Phrase({
  node,
  depth,
}: {
  readonly node: PhrasingContent | RootContent
  readonly depth: number
}): ReactNode {
  if (depth > deepest) return <SafeText text={textOf(node)} />
  switch (node.type) {
    case 'text':
      return <PathText text={node.value} />
    case 'html':
      // HTML is text like any other: it is shown, never read.
      return <SafeText text={node.value} />
    case 'inlineCode':
      return (
        <code dir="auto">
          <PathText text={node.value} isCode />
        </code>
      )
    case 'strong':
      return (
        <strong>
          <Inline nodes={node.children} depth={depth} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inline nodes={node.children} depth={depth} />
        </em>
      )
    case 'delete':
      return (
        <del>
          <Inline nodes={node.children} depth={depth} />
        </del>
      )
    case 'break':
      return <br />
    case 'link':
      // A link holds no other.
      return (
        <PathOpener value={null}>
          <Link url={node.url} label={textOf(node)}>
            <Inline nodes={node.children} depth={depth} />
          </Link>
        </PathOpener>
      )
    case 'image':
      return (
        <Link url={node.url} label="">
          image: <SafeText text={node.alt ?? ''} />
        </Link>
      )
    case 'footnoteReference':
      return (
        <sup>
          <SafeText text={node.label ?? node.identifier} />
        </sup>
      )
    case 'linkReference':
      return <Inline nodes={node.children} depth={depth} />
    case 'imageReference':
      return <SafeText text={`image: ${node.alt ?? ''}`} />
    default:
      return <SafeText text={textOf(node)} />
  }
}
