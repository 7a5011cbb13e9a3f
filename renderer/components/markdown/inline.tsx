import type { PhrasingContent, RootContent } from 'mdast'
import type { ReactNode } from 'react'
import { PathOpener } from '../open-path.ts'
import { PathText } from '../path-link.tsx'
import { SafeText } from '../safe-text.tsx'
import { Link } from './link.tsx'
import { LongWords } from './long-words.tsx'
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
      return <LongWords text={node.value}>{(text) => <PathText text={text} />}</LongWords>
    case 'html':
      // What as-written.ts left of HTML is text like any other: it is shown, never read.
      return <LongWords text={node.value}>{(text) => <SafeText text={text} />}</LongWords>
    case 'inlineCode':
      return (
        <code dir="auto">
          <LongWords text={node.value}>{(text) => <PathText text={text} isCode />}</LongWords>
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
    case 'tagged': {
      const Tag = node.tag
      return (
        <Tag>
          <Inline nodes={node.children} depth={depth} />
        </Tag>
      )
    }
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
