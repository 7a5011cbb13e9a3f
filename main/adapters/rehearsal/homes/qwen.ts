import { join } from 'node:path'
import { noKey, ownFolder, rehearsedModel, type RehearsalHome } from './home.ts'

/** Qwen Code: OpenAI's wire at another address, without its memory, dreams and suggestions. */
export function qwenHome(home: string, modelUrl: string): RehearsalHome {
  const settings = {
    security: { auth: { selectedType: 'openai' } },
    general: { disableAutoUpdate: true, enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    // Of a model that it does not know it takes that it sees nothing.
    model: { name: rehearsedModel, generationConfig: { modalities: { image: true } } },
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    // Else the model is asked about each call, by a request of its own.
    tools: { approvalMode: 'default' },
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
