import { kindFacts, type AgentKind } from '../../contract/agents/kinds.ts'
import type { ProgramDownloads } from '../../ports/ports.ts'
import { messageOf } from '../../adapters/folder/errors.ts'
import { refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'

export function programHandlers(parts: RequestContext) {
  const downloadsOf = (kind: AgentKind): ProgramDownloads => {
    const { downloads } = parts
    if (downloads !== undefined && downloads.view(kind) !== null) return downloads
    const { program, install } = kindFacts[kind]
    const how = install === null ? 'Install it yourself.' : `Install it yourself: ${install}`
    throw refused('bad_kind', `Janus cannot download ${program} for this system. ${how}`)
  }
  return {
    'programs.offers': () => parts.agentRegistry?.list() ?? { offers: [], updatedAt: '' },
    'programs.updateOffers': async () => {
      if (parts.agentRegistry === undefined) throw refused('wrong_state', 'There is no registry here.')
      return parts.agentRegistry.update().catch((error: unknown) => {
        throw refused('wrong_state', messageOf(error))
      })
    },
    'programs.install': async (caller, { kind }) => {
      const downloads = downloadsOf(kind)
      await downloads.begin(kind)
      const state = downloads.view(kind)?.state
      // A window shows the failure where the download was started.
      if (caller.kind !== 'window' && state?.kind === 'failed') throw refused('wrong_state', state.words)
      await parts.appStatus.kinds.check(kind)
      return parts.status()
    },
    'programs.cancel': (_, { kind }) => {
      downloadsOf(kind).cancel(kind)
      return parts.status()
    },
    'programs.remove': async (_, { kind }) => {
      const problem = downloadsOf(kind).remove(kind)
      if (problem !== null) throw refused('wrong_state', problem)
      await parts.appStatus.kinds.check(kind)
      return parts.status()
    },
  } satisfies Partial<Handlers>
}
