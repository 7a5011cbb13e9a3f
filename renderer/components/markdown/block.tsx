import { createContext, memo, use, useMemo, useRef, type ReactNode } from 'react'
import type { List, ListItem, RootContent, Table, TableCell } from 'mdast'
import { classes } from '../classes.ts'
import { SafeText } from '../safe-text.tsx'
import { Inline, textOf } from './inline.tsx'
import css from './markdown.module.css'
import { languageOf } from '../code/languages.ts'
import { ShadedText, useShades } from '../code/shaded-text.tsx'
import { CopyButton } from '../copy-button.tsx'
import { visible } from '../hygiene.ts'
import { LongWords } from './long-words.tsx'

/** Whether the block around is still being written; highlighting waits until it is not. */
export const Growing = createContext(false)

/** Deeper nesting is shown as text, so that the stack can't overflow. */
const deepest = 40

interface BlockProps {
  readonly node: RootContent
  readonly depth: number
}

export function MarkdownNode({ node, depth }: BlockProps): ReactNode {
  if (depth > deepest) return <SafeText text={textOf(node)} />
  switch (node.type) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Inline nodes={node.children} depth={depth} />
        </p>
      )
    case 'heading':
      return (
        <p dir="auto" className={css.heading} role="heading" aria-level={Math.min(node.depth + 2, 6)}>
          <Inline nodes={node.children} depth={depth} />
        </p>
      )
    case 'blockquote':
      return <blockquote>{children(node.children, depth)}</blockquote>
    case 'list':
      return <ListBlock node={node} depth={depth} />
    case 'code':
      return <CodeBlock code={node.value} language={node.lang ?? ''} />
    case 'table':
      return <TableBlock node={node} depth={depth} />
    case 'thematicBreak':
      return <hr />
    case 'footnoteDefinition':
      return (
        <div className={classes('small muted', css.footnote)}>
          <SafeText text={`${node.label ?? node.identifier}: `} />
          {children(node.children, depth)}
        </div>
      )
    case 'definition':
      return null
    case 'text':
      return (
        <p className="plain">
          <TextRuns text={node.value} />
        </p>
      )
    default:
      return (
        <p className="plain">
          <Inline nodes={[node]} depth={depth} />
        </p>
      )
  }
}

const children = (nodes: readonly RootContent[], depth: number) =>
  nodes.map((node, at) => <MarkdownNode key={at} node={node} depth={depth + 1} />)

function ListBlock({ node, depth }: { readonly node: List; readonly depth: number }) {
  const items = node.children.map((item, at) => (
    <Item key={at} item={item} isTight={!node.spread} depth={depth} />
  ))
  return node.ordered ? <ol start={node.start ?? 1}>{items}</ol> : <ul>{items}</ul>
}

interface ItemProps {
  readonly item: ListItem
  readonly isTight: boolean
  readonly depth: number
}

function Item({ item, isTight, depth }: ItemProps) {
  const [first, ...rest] = item.children
  const isInline = isTight && first?.type === 'paragraph'
  return (
    <li dir="auto" className={item.checked === null || item.checked === undefined ? undefined : css.task}>
      {typeof item.checked === 'boolean' && (
        <span role="img" aria-label={item.checked ? 'done' : 'to do'}>
          {item.checked ? '☑ ' : '☐ '}
        </span>
      )}
      {isInline ? <Inline nodes={first.children} depth={depth} /> : first && children([first], depth)}
      {children(rest, depth)}
    </li>
  )
}

function TableBlock({ node, depth }: { readonly node: Table; readonly depth: number }) {
  const [head, ...rows] = node.children
  const cells = (row: readonly TableCell[], Cell: 'th' | 'td') =>
    row.map((cell, at) => (
      <Cell key={at} dir="auto" className={aligned[node.align?.[at] ?? 'left']}>
        <Inline nodes={cell.children} depth={depth} />
      </Cell>
    ))
  return (
    <div className={css.table} tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>{cells(head?.children ?? [], 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>{cells(row.children, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const aligned = { left: undefined, right: css.toRight, center: css.toCenter }

function CodeBlock({ code, language }: { readonly code: string; readonly language: string }) {
  const isGrowing = use(Growing)
  const box = useRef<HTMLElement>(null)
  const known = useMemo(() => languageOf(language), [language])
  const shades = useShades(box, code, known, isGrowing)
  const name = known?.name ?? visible(language.slice(0, 40))
  return (
    <figure className={classes('well', css.codeBlock)} ref={box} data-coloured={shades !== null || undefined}>
      <figcaption>
        <span className="grow clip">{name}</span>
        <CopyButton text={() => code} label="Copy code" />
      </figcaption>
      <pre tabIndex={0} aria-label={name === '' ? 'Code' : `Code, ${name}`}>
        <code>{shades === null ? <TextRuns text={code} /> : <ShadedText shades={shades} />}</code>
      </pre>
    </figure>
  )
}

/** Lines per run: while a text grows, only its last run is laid out again. */
const runLines = 60

function TextRuns({ text }: { readonly text: string }) {
  const runs = useMemo(() => runsOf(text), [text])
  return runs.map((run, at) => <Run key={at} text={run} isLast={at === runs.length - 1} />)
}

function runsOf(text: string): readonly string[] {
  const runs: string[] = []
  let start = 0
  let lines = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (++lines % runLines !== 0) continue
    runs.push(text.slice(start, end))
    start = end + 1
  }
  return [...runs, text.slice(start)]
}

const Run = memo(function Run({ text, isLast }: { readonly text: string; readonly isLast: boolean }) {
  return (
    <span className={css.run}>
      <LongWords text={isLast || text !== '' ? text : '\n'}>{(part) => <SafeText text={part} />}</LongWords>
    </span>
  )
})
