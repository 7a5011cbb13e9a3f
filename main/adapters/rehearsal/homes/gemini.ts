import { join } from 'node:path'
import { noKey, ownFolder, type RehearsalHome } from './home.ts'

/** Gemini CLI: a key that is none at another address. It takes no model but those it knows: start it with `-m`. */
export function geminiHome(home: string, modelUrl: string): RehearsalHome {
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    general: { disableAutoUpdate: true, enableAutoUpdate: false, disableUpdateNag: true },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    model: { name: geminiModel },
  }
  return {
    environment: {
      ...ownFolder(home),
      GEMINI_CLI_HOME: home,
      GEMINI_API_KEY: noKey,
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_DEFAULT_AUTH_TYPE: 'gemini-api-key',
      GEMINI_TELEMETRY_ENABLED: 'false',
    },
    files: [{ path: join(home, '.gemini', 'settings.json'), content: JSON.stringify(settings, null, 2) }],
  }
}

/** A model for whose requests it asks no other one before. */
export const geminiModel = 'gemini-2.5-flash'
