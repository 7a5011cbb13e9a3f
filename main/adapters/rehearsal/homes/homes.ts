import { join } from 'node:path'
import { rehearsalCodexHome } from './codex.ts'
import { type RehearsalHome, noKey, ownFolder, rehearsedModel } from './home.ts'

/** Kinds besides Claude that the built-in model supports. */
export const rehearsedKinds = ['codex', 'gemini', 'opencode', 'qwen', 'copilot'] as const

export type RehearsedKind = (typeof rehearsedKinds)[number]

const homes: Readonly<Record<RehearsedKind, (home: string, modelUrl: string) => RehearsalHome>> = {
  codex: rehearsalCodexHome,
  gemini: geminiHome,
  opencode: opencodeHome,
  qwen: qwenHome,
  copilot: copilotHome,
}

/**
 * Returns settings that lead the program to the model at `modelUrl`, in its own home below `folder`. The
 * environment is applied over `withoutAccounts`; write the files with `writeHome` before the start.
 */
export function rehearsalHome(kind: RehearsedKind, folder: string, modelUrl: string): RehearsalHome {
  return homes[kind](join(folder, kind), modelUrl)
}

/** A placeholder key and another base URL. Gemini CLI accepts only models it knows, so start it with `-m`. */
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

/** For this model Gemini CLI sends no routing request to another one. */
export const geminiModel = 'gemini-2.5-flash'

/**
 * Configured only by environment. OpenCode requests titles from the same model, which answers them as
 * background calls.
 */
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
            // Dollars per million tokens; OpenCode shows the cost of a turn.
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

/** OpenAI's format at another address, without Qwen's memory and suggestions. */
function qwenHome(home: string, modelUrl: string): RehearsalHome {
  const settings = {
    security: { auth: { selectedType: 'openai' } },
    general: { disableAutoUpdate: true, enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    // Qwen assumes that unknown models accept no images.
    model: { name: rehearsedModel, generationConfig: { modalities: { image: true } } },
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    // `default`: otherwise Qwen asks the model about each call. No interactive shell: its pseudo-terminal
    // sometimes closes early on short commands, which then count as failed.
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
      // Waits for MCP servers, so that the first request includes their tools.
      QWEN_CODE_LEGACY_MCP_BLOCKING: '1',
    },
    files: [{ path: join(home, '.qwen', 'settings.json'), content: JSON.stringify(settings, null, 2) }],
  }
}

/** A custom provider, and offline, so that nothing is sent to GitHub. */
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
