import { basename, dirname } from 'node:path'
import type { TrustPiece } from './collect.ts'
import { asObject, type Json } from '../../adapters/processes/json.ts'
import { asList, cleanLine, code, headOf, lineCount, textOrJson } from './reading.ts'
import { configWords } from './config-words.ts'
import type { TrustRole } from './places.ts'
import { settingsWords } from './settings-words.ts'
import { parseJson } from '../../contract/api/parse-json.ts'

const mostLines = 40

/** Says what a file would do, in plain English; at least one line. */
export function bringsOf(piece: TrustPiece): readonly string[] {
  if (piece.words === null) return ['cannot be read now; asked again when it can']
  if (piece.unclear !== null) return [`cannot be parsed: ${piece.unclear}`]
  const saved = piece.isUtf16 ? ['is saved as UTF-16, and is read all the same'] : []
  const lines = foremost([...linesOf(piece.role, piece.path, piece.words), ...saved])
  if (lines.length <= mostLines) return lines
  return [...lines.slice(0, mostLines - 1), `and ${lines.length - mostLines + 1} more such lines`]
}

/** Puts lines that run or send something first, so that a long file can't hide them. */
function foremost(lines: readonly string[]): readonly string[] {
  const acts = (line: string): boolean =>
    /^(runs|starts|connects|sends|asks a model|sets the env|with)/.test(line)
  return [...lines.filter(acts), ...lines.filter((line) => !acts(line))]
}

function linesOf(role: TrustRole, path: string, words: string): readonly string[] {
  const size = lineCount(words)
  const name = cleanLine(basename(path).replace(/\.md$/, ''), 80)
  switch (role) {
    case 'settings':
      return jsonLines(words, settingsWords, 'no settings')
    case 'servers':
      return jsonLines(words, serverWords, 'no MCP server')
    case 'config': {
      const lines = configWords(words)
      return lines.length === 0 ? ['no settings'] : lines
    }
    case 'environment':
      return environmentWords(words)
    case 'code':
      return [`runs ${code(basename(path))} as soon as an agent starts (${size})`]
    case 'instructions':
      return [`instructions for the agent (${size})`]
    case 'taken':
      return [`put before the agent with its instructions (${size})`]
    case 'command':
      return [`the command /${name} (${size})`, ...powers(words)]
    case 'agent':
      return [`the helper ${name} (${size})`, ...powers(words)]
    case 'skill':
      return name === 'SKILL'
        ? [`the skill ${cleanLine(basename(dirname(path)), 80)} (${size})`, ...powers(words)]
        : [`a file of a skill (${size})`]
    case 'style':
      return [`the output style ${name} (${size})`]
    case 'workflow':
      return [`the workflow ${name} (${size})`]
    case 'script':
      return [`a file that hooks or servers use (${size})`]
  }
}

function jsonLines(
  words: string,
  read: (fields: Json) => readonly string[],
  none: string,
): readonly string[] {
  const lines = read(asObject(parseJson(words)))
  return lines.length === 0 ? [none] : lines
}

/** Names only: values may be secrets. */
function environmentWords(words: string): readonly string[] {
  const names = [...words.matchAll(/^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)/gm)].map(([, name = '']) => name)
  return names.length === 0
    ? ['no variables']
    : [`sets the environment variables ${cleanLine(names.join(', '))}`]
}

function serverWords(file: Json): readonly string[] {
  return Object.entries(asObject(file['mcpServers'] ?? file['servers'])).flatMap(([name, value]) => {
    const { command, args, url, env, headersHelper } = asObject(value)
    const title = `the MCP server ${cleanLine(name, 80)}`
    const line = [command, ...asList(args)].map(textOrJson)
    const starts =
      typeof url === 'string'
        ? `connects to ${title}: ${cleanLine(url)}`
        : `starts ${title}: ${code(line.join(' '))}`
    const variables = Object.keys(asObject(env))
    return [
      starts,
      ...(variables.length === 0
        ? []
        : [`gives it the environment variables ${cleanLine(variables.join(', '))}`]),
      ...(typeof headersHelper === 'string' ? [`runs ${code(headersHelper)} to sign in there`] : []),
    ]
  })
}

/** What the front matter of a command, agent or skill asks for, and which commands it runs. */
function powers(words: string): readonly string[] {
  const head = headOf(words) ?? ''
  const [, tools] = /^(?:allowed-tools|tools)[ \t]*:[ \t]*(.+)$/im.exec(head) ?? []
  const [, mode] = /^permissionMode[ \t]*:[ \t]*(.+)$/im.exec(head) ?? []
  const own = [
    /^hooks[ \t]*:/im.test(head) ? 'with hooks of its own' : null,
    /^mcpServers[ \t]*:/im.test(head) ? 'with MCP servers of its own' : null,
  ]
  const runs = [...words.matchAll(/!`([^`\n]+)`/g)].map(
    ([, command = '']) => `runs ${code(command)} when it is used`,
  )
  return [
    ...(tools === undefined ? [] : [`may use ${cleanLine(tools)}`]),
    ...(mode === undefined ? [] : [`works in the permission mode ${cleanLine(mode, 40)}`]),
    ...own.filter((line) => line !== null),
    ...runs,
  ]
}
