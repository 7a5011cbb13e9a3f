import type { PhrasingContent, RootContent } from 'mdast'
import type { ReactNode } from 'react'
import { SafeText } from '../safe-text.tsx'
import { safeUrl, shownUrl } from './safe-url.ts'
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
    case 'html':
      // HTML is text like any other: it is shown, never read.
      return <SafeText text={node.value} />
    case 'inlineCode':
      return (
        <code dir="auto">
          <SafeText text={node.value} />
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
      return (
        <Link url={node.url} label={textOf(node)}>
          <Inline nodes={node.children} depth={depth} />
        </Link>
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

interface LinkProps {
  readonly url: string
  /** The words that stand for it, to see whether the address needs to be told besides. */
  readonly label: string
  readonly children: ReactNode
}

/** A link that says where it goes. Only web and mail addresses can be opened. */
function Link({ url, label, children }: LinkProps) {
  const href = safeUrl(url)
  const shown = href === null ? url.slice(0, 200) : shownUrl(href)
  const tells = label === url || label === href || `mailto:${label}` === href
  const address = tells ? null : (
    <span className="address">
      {' ('}
      <SafeText text={shown} />
      {')'}
    </span>
  )
  if (href === null) {
    return (
      <span>
        {children}
        {address}
      </span>
    )
  }
  return (
    <a href={href} rel="noreferrer noopener" target="_blank" title={href}>
      {children}
      {address}
    </a>
  )
}
