import { logPart, logParts } from './log-export/log-export.ts'
import type { RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { saveFile } from './save-file.ts'

/** Logs as files. */
export function exportHandlers(parts: RequestContext) {
  return {
    'log.export': (caller, { cursor = 0, ...exported }) => logPart(parts, caller, exported, cursor),
    'log.save': (caller, exported) => {
      const { name } = logPart(parts, caller, exported, 0)
      return saveFile(parts.host, name, logParts(parts, caller, exported))
    },
    'files.save': (_, { name, text }) => saveFile(parts.host, name, [text]),
  } satisfies Partial<Handlers>
}
