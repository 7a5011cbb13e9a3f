import { join } from 'node:path'
import { noKey, ownFolder, rehearsedModel, type RehearsalHome } from './home.ts'

/** Copilot CLI: a provider of one's own, and offline, so that nothing of GitHub is asked. */
export function copilotHome(home: string, modelUrl: string): RehearsalHome {
  return {
    environment: {
      ...ownFolder(home),
      COPILOT_HOME: join(home, '.copilot'),
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: noKey,
      COPILOT_MODEL: rehearsedModel,
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    },
    files: [],
  }
}
