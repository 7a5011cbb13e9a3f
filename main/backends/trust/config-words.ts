import { asObject, type Json } from '../../adapters/processes/json.ts'
import { parseJson } from '../../contract/api/parse-json.ts'
import { asList, cleanLine, code, textOrJson } from './reading.ts'

/** Says what another maker's settings file does, a line each. Reads JSON with comments, else TOML. */
export function configWords(words: string): readonly string[] {
  const value = parseJsonc(words)
  return value === undefined ? lineWords(words) : fieldWords(asObject(value))
}

/** Returns every string in such a file: each may name a program. */
export function configStrings(words: string): unknown {
  const value = parseJsonc(words)
  if (value !== undefined) return value
  return [...words.matchAll(/"([^"\n]+)"|'([^'\n]+)'/g)].map(([, one, two]) => one ?? two ?? '')
}

const isServers = (name: string): boolean => /^(mcp|mcpServers|mcp_servers|servers)$/.test(name)

function fieldWords(fields: Json): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (name === '$schema') return []
    if (isServers(name))
      return Object.entries(asObject(value)).map(
        ([server, how]) => `starts the MCP server ${cleanLine(server, 80)}: ${code(commandOf(how))}`,
      )
    if (name === 'hooks') return commandsIn(value).map((command) => `runs ${code(command)} as a hook`)
    if (/^plugins?$/.test(name))
      return [...asList(value), ...Object.keys(asObject(value))].map(
        (plugin) => `runs the plugin ${cleanLine(textOrJson(plugin), 80)}`,
      )
    return [`sets ${cleanLine(name, 80)} to ${code(textOrJson(value))}`]
  })
}

function commandOf(server: unknown): string {
  const { command, args, url, httpUrl } = asObject(server)
  if (command === undefined) return textOrJson(url ?? httpUrl ?? server)
  return [...(Array.isArray(command) ? asList(command) : [command]), ...asList(args)]
    .map(textOrJson)
    .join(' ')
}

function commandsIn(value: unknown): readonly string[] {
  const open: unknown[] = [value]
  const found: string[] = []
  while (open.length > 0) {
    const next = open.shift()
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next))
      if (/^(command|bash|powershell)$/.test(name) && typeof inner === 'string') found.push(inner)
      else open.push(inner)
  }
  return found
}

/** For TOML: each assignment with its section. */
function lineWords(words: string): readonly string[] {
  let section = ''
  return words.split('\n').flatMap((raw) => {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) return []
    // A line such as `["sh", "-c"],` is part of a multi-line value, not a section.
    const [, head] = /^\[+([\w.\-"' ]+)\]+\s*(?:#.*)?$/.exec(line) ?? []
    if (head !== undefined) {
      section = head.trim()
      return []
    }
    const [, name = '', value = line] = /^([^=]{1,200})=(.*)$/.exec(line) ?? []
    const [, server] = /^mcp_servers\.(.+)$/.exec(section) ?? []
    if (server !== undefined && name.trim() === 'command')
      return [`starts the MCP server ${cleanLine(server, 80)}: ${code(value.trim())}`]
    const where = section === '' ? '' : ` in ${cleanLine(section, 80)}`
    return [
      name === '' ? `says ${code(value)}` : `sets ${cleanLine(name, 80)}${where} to ${code(value.trim())}`,
    ]
  })
}

/** Parses JSON that may have comments and trailing commas. */
export function parseJsonc(words: string): unknown {
  return parseJson(words) ?? parseJson(withoutComments(words))
}

function withoutComments(words: string): string {
  return words
    .replace(
      /("(?:\\.|[^"\\\n])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
      (_, text: string | undefined) => text ?? '',
    )
    .replace(/("(?:\\.|[^"\\\n])*")|,(?=\s*[}\]])/g, (_, text: string | undefined) => text ?? '')
}
