import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Settings of the person that would lead an agent past the rehearsal model, to a real account. */
const realModels = /^(ANTHROPIC_|CLAUDE_CODE_USE_|CLAUDE_CODE_OAUTH|AWS_|GOOGLE_|CLOUD_ML_)/

/** The environment of a rehearsal: no account of the person's, a home of its own, the built-in model. */
export function rehearsalEnvironment(
  person: NodeJS.ProcessEnv,
  folder: string,
  modelUrl: string,
): { environment: NodeJS.ProcessEnv; overrides: Record<string, string> } {
  const home = join(folder, 'rehearsal')
  mkdirSync(join(home, 'claude'), { recursive: true, mode: 0o700 })
  const environment = Object.fromEntries(Object.entries(person).filter(([name]) => !realModels.test(name)))
  const overrides = {
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'rehearsal',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  }
  return { environment, overrides }
}
