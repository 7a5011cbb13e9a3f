import { noKey, ownFolder, rehearsedModel, type RehearsalHome } from './home.ts'

/** OpenCode: all of it in its environment. Its titles are asked of the model too, which answers them aside. */
export function opencodeHome(home: string, modelUrl: string): RehearsalHome {
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
