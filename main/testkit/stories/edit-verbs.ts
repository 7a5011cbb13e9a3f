import type { AgentFiles } from '../../core/edits/edit-commands.ts'
import type { Agent } from '../../core/step/state.ts'
import type { Scene, Verb } from './scene.ts'

export const editVerbs: Readonly<Record<string, Verb>> = {
  // `edits critic /a.ts`: before an edit; `edited`: after it; `commits`: its change is committed.
  edits: (scene, name, rest) => ({ type: 'edit.begun', agent: scene.id(name), paths: rest.split(' ') }),
  edited: (scene, name, rest) => ({ type: 'files.edited', agent: scene.id(name), paths: rest.split(' ') }),
  commits: (scene, name, rest) => ({ type: 'files.settled', agent: scene.id(name), paths: rest.split(' ') }),
  // `claims scout 60 src/**`; 0 minutes: releases.
  claims: (scene, name, rest) => {
    const [minutes = '0', ...globs] = rest.split(' ')
    return { type: 'files.claimed', agent: scene.id(name), folder: '/', globs, minutes: Number(minutes) }
  },
}

/** An agent's shared files, if they changed; empty: nothing to show. */
export function filesLine({ state }: Scene, { name, files }: Agent, was: AgentFiles | undefined): string {
  if (files === undefined || files === was) return ''
  const shared = files.shared.map(
    ({ path, with: other, why, isSecond }) =>
      `${path} ${isSecond ? `${why} by` : `edited by`} ${state.agents.get(other)?.agent.name ?? 'it'}`,
  )
  const parts = [
    ...(files.edited.length > 0 ? [`changed ${files.edited.join(' ')}`] : []),
    ...(files.claims.length > 0
      ? [`claims ${files.claims.map(({ glob, until }) => `${glob} until ${until / 1000} s`).join(', ')}`]
      : []),
    ...(shared.length > 0 ? [`shares ${shared.join(', ')}`] : []),
  ]
  return `files of ${name}: ${parts.join('; ') || 'none'}`
}
