import { join } from 'node:path'
import { z } from 'zod'
import { usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import { asObject } from '../../adapters/processes/json.ts'
import { readJsonFile, withSaveErrors, writeJsonFile } from '../../adapters/folder/json-file.ts'
import { folderCheck } from '../../adapters/folder/folder-identity.ts'

export interface TrustDecision {
  readonly decision: 'trust' | 'refuse'
  readonly hash: string
}

interface Decisions {
  of(kind: AgentKind, folder: string): TrustDecision | null
  /** Saved before it returns. Throws `StoreFullError`. */
  keep(kind: AgentKind, folder: string, decision: TrustDecision): void
}

const shape = z.object({ decision: z.enum(['trust', 'refuse']), hash: z.string().regex(/^[0-9a-f]{64}$/) })

/** Keeps the file short; the oldest decisions are dropped and asked again. */
const mostFolders = 200

/** Opens `trust.json`. A damaged file is set aside and logged; every folder is then asked about again. */
export function openDecisions(stateFolder: string, log: (line: string) => void): Decisions {
  const path = join(stateFolder, 'trust.json')
  const { fields, notice } = readJsonFile(path)
  if (notice !== null) log(`trust: ${notice}`)
  const kept = new Map(
    Object.entries(asObject(fields['folders'])).flatMap(([folder, value]) => entry(folder, value)),
  )
  const mustBeThere = folderCheck(stateFolder)
  return {
    of: (kind, folder) => kept.get(nameOf(kind, folder)) ?? null,
    keep: (kind, folder, decision) => {
      withSaveErrors(path, mustBeThere)
      const name = nameOf(kind, folder)
      const next = [...kept].filter(([other]) => other !== name).concat([[name, decision]])
      const folders = next.slice(-mostFolders)
      writeJsonFile(path, { ...fields, folders: Object.fromEntries(folders) })
      kept.clear()
      for (const [each, value] of folders) kept.set(each, value)
    },
  }
}

/** Unambiguous: a full path never begins with the name of a kind. */
const nameOf = (kind: AgentKind, folder: string): string =>
  kind === usualKind ? folder : `${kind} ${folder}`

function entry(folder: string, value: unknown): [string, TrustDecision][] {
  const read = shape.safeParse(value)
  return read.success ? [[folder, read.data]] : []
}
