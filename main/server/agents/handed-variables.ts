import type { FolderTrust } from '../../contract/api/model.ts'
import { readVariables } from '../../contract/agents/variables.ts'
import type { Launch, SettingsBook, TrustBook } from '../../ports/ports.ts'

type Handed = Readonly<Record<string, string>>

/**
 * Variables that an agent gets in addition to its kind's: those that the setting `variables` names for it,
 * and those that its folder's files use, once the user has trusted exactly these files. Values are never
 * stored.
 */
export function handedVariables(
  environment: NodeJS.ProcessEnv,
  { settings, trust }: { readonly settings: SettingsBook; readonly trust: TrustBook },
): (launch: Pick<Launch, 'cwd' | 'kind' | 'name'>, found: FolderTrust) => Promise<Handed> {
  const namedByFolder = async ({ cwd, kind }: Pick<Launch, 'cwd' | 'kind'>): Promise<readonly string[]> => {
    const look = await trust.look(cwd, kind)
    return look.trust === 'trusted' ? look.variables.map(({ name }) => name) : []
  }
  return async (launch, found) => {
    const chosen = (readVariables(settings.values().variables) ?? []).filter(
      ({ agent }) => agent === null || agent.toLowerCase() === launch.name.toLowerCase(),
    )
    const names = [
      ...chosen.map(({ name }) => name),
      ...(found === 'trusted' ? await namedByFolder(launch) : []),
    ]
    const pairs = names.flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    return Object.fromEntries(pairs)
  }
}
