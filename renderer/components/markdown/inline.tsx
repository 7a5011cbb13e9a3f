import type { ReactNode, MouseEvent } from 'react'
import type { PhrasingContent, RootContent, Nodes } from 'mdast'
import { PathOpener, PathText } from '../path-link.tsx'
import { SafeText } from '../safe-text.tsx'
import { LongWords } from './long-words.tsx'
import { askToLeave } from '../leave-dialog.tsx'
import { safeUrl, shownUrl } from './safe-url.ts'

interface InlineProps {
  readonly nodes: readonly (PhrasingContent | RootContent)[]
  readonly depth: number
}

const deepest = 60
const tags = { strong: 'strong', emphasis: 'em', delete: 'del' } as const

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
      // HTML that as-written.ts did not use is shown as text, never parsed.
      return <LongWords text={node.value}>{(text) => <SafeText text={text} />}</LongWords>
    case 'inlineCode':
      return (
        <code dir="auto">
          <LongWords text={node.value}>{(text) => <PathText text={text} isCode />}</LongWords>
        </code>
      )
    case 'strong':
    case 'emphasis':
    case 'delete':
    case 'tagged': {
      const Tag = node.type === 'tagged' ? node.tag : tags[node.type]
      return (
        <Tag>
          <Inline nodes={node.children} depth={depth} />
        </Tag>
      )
    }
    case 'break':
      return <br />
    case 'link':
      // Links can't be nested.
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

interface LinkProps {
  readonly url: string
  readonly label: string
  readonly children: ReactNode
}

/** Shows where it goes, and asks before opening. Only web and mail addresses can be opened. */
function Link({ url, label, children }: LinkProps) {
  const href = safeUrl(url)
  const shown = href === null ? url.slice(0, 200) : shownUrl(href)
  const tells = label === href || `${label}/` === href || `mailto:${label}` === href
  const address = tells ? null : (
    <span className="small muted">
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
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    if (event.button < 2) askToLeave(href)
  }
  return (
    <a href={href} rel="noreferrer noopener" target="_blank" title={href} onClick={ask} onAuxClick={ask}>
      {children}
      {address}
    </a>
  )
}

/** Not recursive, so that deep trees can't overflow the stack. */
export function textOf(node: Nodes): string {
  const words: string[] = []
  const stack: Nodes[] = [node]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if ('value' in next) words.push(next.value)
    if ('children' in next) stack.push(...[...next.children].reverse())
  }
  return words.join(' ')
}
