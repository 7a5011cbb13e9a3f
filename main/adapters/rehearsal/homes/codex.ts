import { join } from 'node:path'
import { noKey, ownFolder, rehearsedModel, type RehearsalHome } from './home.ts'

/** For `codex-acp` and `codex app-server`: a custom provider, no background calls. */
export function rehearsalCodexHome(home: string, modelUrl: string): RehearsalHome {
  const folder = join(home, '.codex')
  const catalog = join(folder, 'rehearsal-models.json')
  return {
    environment: {
      ...ownFolder(home),
      CODEX_HOME: folder,
      JANUS_REHEARSAL_KEY: noKey,
      // Used by the adapter `codex-acp`.
      MODEL_PROVIDER: 'rehearsal',
    },
    files: [
      { path: join(folder, 'config.toml'), content: config(modelUrl, catalog) },
      { path: catalog, content: JSON.stringify({ models: [model] }) },
    ],
  }
}

/** JSON strings are valid TOML basic strings. */
const quoted = (text: string): string => JSON.stringify(text)

function config(modelUrl: string, catalog: string): string {
  return `# Written by Janus for a rehearsal: the built-in model answers.
model = ${quoted(rehearsedModel)}
model_provider = "rehearsal"
model_catalog_json = ${quoted(catalog)}
check_for_update_on_startup = false
cli_auth_credentials_store = "file"
web_search = "disabled"

[model_providers.rehearsal]
name = "Rehearsal"
base_url = ${quoted(`${modelUrl}/v1`)}
wire_api = "responses"
env_key = "JANUS_REHEARSAL_KEY"
request_max_retries = 1
stream_max_retries = 1

[analytics]
enabled = false

[feedback]
enabled = false

[features]
apps = false
plugins = false
tool_suggest = false
`
}

/** Metadata that Codex needs for an unknown model; without it, it shows a warning. */
const model = {
  slug: rehearsedModel,
  display_name: 'Rehearsal',
  description: 'The built-in model of Janus',
  default_reasoning_level: null,
  supported_reasoning_levels: [],
  shell_type: 'unified_exec',
  visibility: 'list',
  supported_in_api: true,
  priority: 0,
  additional_speed_tiers: [],
  service_tiers: [],
  availability_nux: null,
  upgrade: null,
  base_instructions: 'You are an agent in a rehearsal.',
  default_reasoning_summary: 'none',
  supports_reasoning_summaries: false,
  support_verbosity: false,
  default_verbosity: null,
  apply_patch_tool_type: 'freeform',
  truncation_policy: { mode: 'tokens', limit: 10000 },
  supports_parallel_tool_calls: false,
  supports_image_detail_original: false,
  context_window: 272000,
  experimental_supported_tools: [],
  input_modalities: ['text', 'image'],
  supports_search_tool: false,
}
