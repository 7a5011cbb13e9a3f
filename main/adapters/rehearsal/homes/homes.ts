import { join } from 'node:path'
import { rehearsalCodexHome } from './codex.ts'
import { type RehearsalHome, noKey, ownFolder, rehearsedModel } from './home.ts'

/** The programs that the model can be rehearsed with, beside Claude's. */
export const rehearsedKinds = ['codex', 'gemini', 'opencode', 'qwen', 'copilot'] as const

/** One of them. */
export type RehearsedKind = (typeof rehearsedKinds)[number]

/** By kind: its home in a folder of its own, against the model at a URL. */
const homes: Readonly<Record<RehearsedKind, (home: string, modelUrl: string) => RehearsalHome>> = {
  codex: rehearsalCodexHome,
  gemini: geminiHome,
  opencode: opencodeHome,
  qwen: qwenHome,
  copilot: copilotHome,
}

/**
 * What leads the program of a kind to the model at `modelUrl`, in a home of its own below `folder`. Its environment goes
 * over one without accounts (`withoutAccounts`); its files are written before the start (`writeHome`).
 */
export function rehearsalHome(kind: RehearsedKind, folder: string, modelUrl: string): RehearsalHome {
  return homes[kind](join(folder, kind), modelUrl)
}

/** Gemini CLI: a key that is none at another address. It takes no model but those it knows: start it with `-m`. */
function geminiHome(home: string, modelUrl: string): RehearsalHome {
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

/** OpenCode: all of it in its environment. Its titles are asked of the model too, which answers them aside. */
function opencodeHome(home: string, modelUrl: string): RehearsalHome {
  const model = `rehearsal/${rehearsedModel}`
  const config = {
    $schema: 'https://opencode.ai/config.json',
    model,
    small_model: model,
    autoupdate: false,
    share: 'disabled',
    enabled_providers: ['rehearsal'],
    provider: {
      rehearsal: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Rehearsal',
        options: { baseURL: `${modelUrl}/v1`, apiKey: noKey },
        models: {
          [rehearsedModel]: {
            name: 'Rehearsal',
            limit: { context: 200_000, output: 8_000 },
            attachment: true,
            modalities: { input: ['text', 'image'], output: ['text'] },
            // What it shows as the cost of a turn, in dollars for a million tokens.
            cost: { input: 1, output: 2, cache_read: 0.1, cache_write: 0 },
          },
        },
      },
    },
  }
  const off = ['AUTOUPDATE', 'MODELS_FETCH', 'DEFAULT_PLUGINS', 'LSP_DOWNLOAD', 'SHARE', 'CLAUDE_CODE']
  return {
    environment: {
      ...ownFolder(home),
      ...Object.fromEntries(off.map((name) => [`OPENCODE_DISABLE_${name}`, '1'])),
      OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
    },
    files: [],
  }
}

/** Qwen Code: OpenAI's wire at another address, without its memory, dreams and suggestions. */
function qwenHome(home: string, modelUrl: string): RehearsalHome {
  const settings = {
    security: { auth: { selectedType: 'openai' } },
    general: { disableAutoUpdate: true, enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    // Of a model that it does not know it takes that it sees nothing.
    model: { name: rehearsedModel, generationConfig: { modalities: { image: true } } },
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    // Else the model is asked about each call, by a request of its own.
    // The pseudo-terminal that it runs commands in hangs up on a short one at times, which then counts as failed.
    tools: { approvalMode: 'default', shell: { enableInteractiveShell: false } },
    ui: { enableFollowupSuggestions: false },
  }
  return {
    environment: {
      ...ownFolder(home),
      OPENAI_API_KEY: noKey,
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      OPENAI_MODEL: rehearsedModel,
      QWEN_TELEMETRY_ENABLED: 'false',
      QWEN_CODE_DISABLE_CRON: '1',
      // Its first request has the tools of our server already.
      QWEN_CODE_LEGACY_MCP_BLOCKING: '1',
    },
    files: [{ path: join(home, '.qwen', 'settings.json'), content: JSON.stringify(settings, null, 2) }],
  }
}

/** Copilot CLI: a provider of one's own, and offline, so that nothing of GitHub is asked. */
function copilotHome(home: string, modelUrl: string): RehearsalHome {
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
