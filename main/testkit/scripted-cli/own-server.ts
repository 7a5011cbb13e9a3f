import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IdentityFile } from '../../contract/api/agents-api.ts'
import { callIdMeta, type ServerConfig } from './tools.ts'

/**
 * With `SCRIPTED_TOOL_SERVER`, the program of the tools' server, every other tab asks its tools through that process, as
 * other makers' agents do; which identity file in `SCRIPTED_STATE` is the tab's is told by the tools that it was given.
 */
export async function ownServer(given: ServerConfig | null, session: string): Promise<ServerConfig | null> {
  const { SCRIPTED_TOOL_SERVER: program, SCRIPTED_STATE: state } = process.env
  const isOdd = Number.parseInt(session.slice(-1), 16) % 2 === 1
  if (given?.type !== 'pipe' || program === undefined || state === undefined || !isOdd) return given
  const params = { name: 'list_agents', arguments: {} }
  const { result } = await given.ask({ method: 'tools/call', params })
  const { self } = (result?.structuredContent ?? {}) as { readonly self?: string }
  for (const name of globSync('agents/*/identity.json', { cwd: state })) {
    const file = join(state, name)
    if ((await nameOf(file)) !== self) continue
    return { type: 'stdio', command: process.execPath, args: [program, file, callIdMeta] }
  }
  return given
}

/** The name of the agent whose identity file this is; null where its token is good no more. */
async function nameOf(file: string): Promise<string | null> {
  try {
    const { url, token } = JSON.parse(readFileSync(file, 'utf8')) as IdentityFile
    const answer = await fetch(`${url}/agents`, { headers: { authorization: `Bearer ${token}` } })
    const { agents = [] } = (await answer.json()) as { agents?: { name: string; self?: boolean }[] }
    return agents.find((agent) => agent.self === true)?.name ?? null
  } catch {
    return null
  }
}
