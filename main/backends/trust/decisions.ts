import { join } from 'node:path'
import { z } from 'zod'
import { usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import { asObject } from '../../adapters/processes/json.ts'
import { readJsonFile, saving, writeJsonFile } from '../../adapters/folder/json-file.ts'
import { watchFolder } from '../../adapters/folder/folder-identity.ts'

/** What the user said about a folder as it was. */
export interface TrustDecision {
  readonly decision: 'trust' | 'refuse'
  readonly hash: string
}

/** What was said about folders, by the kind of agents and their real paths. */
interface Decisions {
  of(kind: AgentKind, folder: string): TrustDecision | null
  /** Saved before it returns. Throws `StoreFullError`. */
  keep(kind: AgentKind, folder: string, decision: TrustDecision): void
}

const shape = z.object({ decision: z.enum(['trust', 'refuse']), hash: z.string().regex(/^[0-9a-f]{64}$/) })

/** Most folders that are kept in mind, so that the file stays short; the oldest are asked about again. */
const most = 200

/** Opens `trust.json`. A damaged file is set aside and told to `log`: then every folder is asked about again. */
export function openDecisions(stateFolder: string, log: (line: string) => void): Decisions {
  const path = join(stateFolder, 'trust.json')
  const { fields, notice } = readJsonFile(path)
  if (notice !== null) log(`trust: ${notice}`)
  const kept = new Map(
    Object.entries(asObject(fields['folders'])).flatMap(([folder, value]) => entry(folder, value)),
  )
  const mustBeThere = watchFolder(stateFolder)
  return {
    of: (kind, folder) => kept.get(nameOf(kind, folder)) ?? null,
    keep: (kind, folder, decision) => {
      saving(path, mustBeThere)
      const name = nameOf(kind, folder)
      const next = [...kept].filter(([other]) => other !== name).concat([[name, decision]])
      const folders = next.slice(-most)
      writeJsonFile(path, { ...fields, folders: Object.fromEntries(folders) })
      kept.clear()
      for (const [each, value] of folders) kept.set(each, value)
    },
  }
}

/** A full path never begins with the name of a kind. */
const nameOf = (kind: AgentKind, folder: string): string =>
  kind === usualKind ? folder : `${kind} ${folder}`

function entry(folder: string, value: unknown): [string, TrustDecision][] {
  const read = shape.safeParse(value)
  return read.success ? [[folder, read.data]] : []
}
