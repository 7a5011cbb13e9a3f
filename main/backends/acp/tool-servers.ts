import type { McpServer } from '@agentclientprotocol/sdk'
import { ownServers } from '../../contract/agents/tool-calls.ts'
import type { Identity } from '../../ports/ports.ts'
import type { ToolPrograms, ToolsBy } from '../../adapters/processes/tool-programs.ts'

/** What decides how an agent is given Janus's tools. */
export interface ToolWays {
  readonly programs: ToolPrograms
  /** By what Janus knows the agent, and where its own process serves them. */
  readonly identity: Identity
  /** How they are to be reached, where the agent can do either. */
  readonly by: Exclude<ToolsBy, 'pipe'>
  readonly takesHttp: boolean
  readonly takesPrograms: boolean
  /** Of the protocol: only the second names the way of a program. */
  readonly version: 1 | 2
}

/**
 * The servers of Janus's tools, as the protocol tells them: by their address where both sides have that, which saves a
 * process and a file; else as programs, where the agent starts any.
 */
export function toolServers(ways: ToolWays): readonly McpServer[] {
  const { identity, by, takesHttp, takesPrograms, programs, version } = ways
  if (takesHttp && (by === 'http' || !takesPrograms))
    return ownServers.map((name) => {
      const { urls, token } = identity.tools
      return {
        type: 'http',
        name,
        url: urls[name],
        headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
      }
    })
  if (!takesPrograms) return []
  return ownServers.map((name) => {
    const { command, args, env = {} } = programs[name]
    const variables = Object.entries(env).map(([variable, value]) => ({ name: variable, value }))
    const way = version === 2 ? { type: 'stdio' } : {}
    return { ...way, name, command, args: [...args, identity.file], env: variables }
  })
}
