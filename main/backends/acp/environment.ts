import { everyday, selectVariables } from '../../adapters/processes/command.ts'
import type { Profile } from './profile.ts'

/** The whole environment of a program of this kind, but for what a start adds: what is listed and nothing else. */
export function agentEnvironment(
  profile: Pick<Profile, 'account'>,
  person: NodeJS.ProcessEnv,
  overrides: Readonly<Record<string, string>> | null,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  // With a model of ours no account of the person's may be seen, so that no key goes there.
  const own = overrides === null ? profile.account : []
  return { ...selectVariables(person, [...everyday, ...own], platform), ...overrides }
}
