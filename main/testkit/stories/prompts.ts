import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The page of all prompts: headers with text below them, and Janus's own texts by name. */
const headers: string[] = []
const words = new Map<string, string>()
readPage(readFileSync(join(import.meta.dirname, '..', '..', 'core', 'words', 'prompts.txt'), 'utf8'))

function readPage(page: string): void {
  let last = ''
  for (const line of page.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, name, rest = ''] = /^(\S+) = (.*)$/.exec(line) ?? []
    if (line.startsWith('[')) headers.push(line)
    else if (line.startsWith('  ')) words.set(last, `${words.get(last) ?? ''}\n${line.slice(2)}`)
    else if (name === undefined) throw new Error(`the page of prompts has the line "${line}"`)
    else words.set((last = name), rest)
  }
}

/**
 * Braces match within a sentence, between quotation marks, to the end of the line, or with `...` to the end
 * of the text; `{=x}` is the fragment x.
 */
function pattern(text: string): string {
  const parts = text.split(/(\{[^}]+\})/)
  return parts
    .map((part, i) => {
      if (i % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      if (part.startsWith('{=')) return pattern(words.get(part.slice(2, -1)) ?? '')
      if (part.endsWith('...}')) return '([^]+)'
      if (i === parts.length - 2 && parts.at(-1) === '') return '([^\\n]+)'
      return parts[i - 1]?.endsWith('"') ? '([^\\n]+?)' : '((?:(?!\\. )[^\\n])+?)'
    })
    .join('')
}

const fixedLength = (text: string): number => text.replace(/\{[^}]+\}/g, '').length

/** Longest fixed text first: a fragment that is mostly braces must not match before others. */
const fragments = [...words]
  .toSorted(([, one], [, other]) => fixedLength(other) - fixedLength(one))
  .map(([name, text]) => ({ name, found: new RegExp(`${pattern(text)}(?=$|[ \\n])`, 'y') }))

/** For tests of the page. */
export const prompts = {
  words: words as ReadonlyMap<string, string>,
  headers: headers.map((text) => ({ words: text, found: new RegExp(`^${pattern(text)}$`) })),
}

const gaps: Readonly<Record<string, string>> = { ' ': ' ', '\n': ' / ', '\n\n': ' // ' }

/** Replaces Janus's text by fragment names with the values of their braces; null when a part is unknown. */
export function named(text: string): string | null {
  let told = ''
  for (let at = 0; at < text.length;) {
    const match = fragmentAt(text, at)
    const [gap = ''] = /^(?:\n\n| |\n|$)/.exec(text.slice(at + (match?.length ?? 0))) ?? []
    if (!match) return null
    told += `${match.told}${gaps[gap] ?? ''}`
    at += match.length + gap.length
  }
  return told
}

function fragmentAt(text: string, at: number): { readonly told: string; readonly length: number } | null {
  for (const { name, found } of fragments) {
    found.lastIndex = at
    const [whole, ...differs] = found.exec(text) ?? []
    if (whole === undefined) continue
    const said = escaped(differs.join('; '))
    const told = differs.length === 0 ? name : name === '-' ? `- ${said}` : `${name}(${said})`
    return { told, length: whole.length }
  }
  return null
}

/**
 * A prompt as a trace shows it: a line for each header with its text. Text of users and agents is shown in
 * full, Janus's by fragment names; unknown text is shown after `??`.
 */
export function promptLines(text: string): readonly string[] {
  const told: string[] = []
  for (const part of text.split(/\n\n(?=\[(?:From |Janus))/)) {
    const [first = '', ...below] = part.split('\n')
    const isHeader = prompts.headers.some(({ found }) => found.test(first))
    // A footer or note stays on the line of the text above.
    if (!isHeader && first.startsWith('[Janus'))
      told.push(`${told.pop() ?? ''} ${withMarks([first, ...below])}`.trim())
    else if (!isHeader) told.push(withMarks([first, ...below]))
    else if (first.startsWith('[From')) told.push(`${first} ${withMarks(below)}`)
    else told.push(ofJanus(first, below.join('\n')))
  }
  return told
}

/** The first line of a transcript row's text. */
export function firstWords(text: string): string {
  return (named(text)?.split(/ \/\/? /) ?? text.split('\n'))[0] ?? ''
}

/** Text of a user or agent, with Janus's notes above or below it. */
function withMarks(lines: readonly string[]): string {
  const isMark = (line: string | undefined) => line?.startsWith('[Janus') ?? true
  return lines
    .map((line, i) => {
      const told = isMark(line)
        ? `[${named(line) ?? `?? ${line}`}]`
        : line.startsWith('[From')
          ? `?? ${line}`
          : line
      if (i === 0) return told
      return isMark(line) || isMark(lines[i - 1]) ? ` ${told}` : `\\n${told}`
    })
    .join('')
}

function ofJanus(header: string, text: string): string {
  const told = named(text)
  return told === null ? `?? ${header} ${escaped(text)}` : `${header} ${told}`
}

const escaped = (text: string): string => text.replaceAll('\n', '\\n')
