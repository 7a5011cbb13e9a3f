import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriverAbilities, BackendDriver } from '../../testkit/suites/backend/backend-desk.ts'
import type { AcpKind } from './profiles/profiles.ts'
import { codexLine, RealAcp } from './real-acp.ts'

export const commonDriver: DriverAbilities = {
  notes: false,
  steers: false,
  keepsStopped: true,
  resumes: true,
  copies: false,
  receipts: 'journal',
  forks: false,
  resumesHistory: 'no',
  undoes: false,
  stopsTasks: false,
  images: true,
  compacts: false,
  tellsContext: false,
  cost: 'tokens',
  denial: 'ends',
  permissions: false,
  addsFolders: false,
  extras: false,
  readsAtOnce: false,
  moves: false,
  tellsCuts: false,
}

export async function driveAcp(kind: AcpKind, abilities: DriverAbilities): Promise<BackendDriver> {
  const real = await RealAcp.start(kind, { http: kind === 'copilot' })
  let scripts = 0
  // A driver is shared by tests: give a tool of the same name a new name in each script.
  const tools = new Map<string, string>()
  const toolOf = (name: string): string => tools.get(name) ?? name
  return {
    backend: real.backend,
    heard: real.heard,
    folder: real.work,
    elsewhere: join(real.home, 'elsewhere'),
    kind,
    abilities,
    ...(kind === 'other' ? { program: codexLine() } : {}),
    hopeless: (_agent, launch) => ({ ...launch, cwd: join(real.work, 'gone') }),
    // The number identifies a prompt in the program's own files.
    script: (steps) => {
      scripts++
      for (const step of steps) if (step.startsWith('work: ')) tools.set(step.slice(6), `tool${scripts}`)
      return [...steps.map((step) => toStep(step, kind, toolOf)), `(script ${scripts})`].join('\n')
    },
    held: (name) => real.model.held(name),
    release: (name) => real.model.release(name),
    working: (name) => real.appears(`state/held-${toolOf(name)}`),
    finish: (name) => writeFileSync(join(real.state, `go-${toolOf(name)}`), ''),
    recorded: () => real.recorded(`(script ${scripts})`),
    kill: (agent) => real.kill(agent),
    close: () => real.close(),
  }
}

/** A command that changes something asks for permission; in Codex, one that leaves its sandbox. */
function toStep(step: string, kind: AcpKind, toolOf: (name: string) => string): string {
  const [, verb = '', name = ''] = /^(ask|work): (\w+)$/.exec(step) ?? []
  if (verb === 'ask' && kind === 'other')
    return `call: exec_command {"cmd":"touch ${name}","sandbox_permissions":"require_escalated","justification":"It is needed."}`
  if (verb === 'ask') return `call: Bash {"command":"touch ${name}"}`
  return verb === 'work' ? `call: hold {"name":"${toolOf(name)}"}` : step
}
