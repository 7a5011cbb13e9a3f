import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '../../folder/owner-only.ts'

/** Settings that lead an agent's program to the built-in model only. */
export interface RehearsalHome {
  /** Overrides the rest of the program's environment. */
  readonly environment: Readonly<Record<string, string>>
  /** To be written before the start; absolute paths. */
  readonly files: readonly { readonly path: string; readonly content: string }[]
}

/** Writes owner-only files. Throws the system's error. */
export function writeHome({ files }: RehearsalHome): void {
  for (const { path, content } of files) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    replaceFile(path, content, { mode: 0o600, keep: null })
  }
}

/** Variables that define the home folder for any program; also excludes loopback from proxies. */
export function ownFolder(
  home: string,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const windows = {
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
  }
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    ...(platform === 'win32' ? windows : {}),
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
    DO_NOT_TRACK: '1',
    DISABLE_TELEMETRY: '1',
    NO_BROWSER: '1',
  }
}

/** Placeholder API key. */
export const noKey = 'rehearsal'

export const rehearsedModel = 'rehearsal'

/**
 * Variables that could lead an agent to an account of the user: of the agents' makers, model providers and
 * cloud platforms.
 */
const accounts = new RegExp(
  `^(?:${[
    'ANTHROPIC',
    'CLAUDE',
    'OPENAI',
    'CODEX',
    'AZURE',
    'GEMINI',
    'GOOGLE',
    'CLOUD_ML',
    'CLOUDSDK',
    'VERTEX',
    'AWS',
    'BEDROCK',
    'OPENCODE',
    'QWEN',
    'DASHSCOPE',
    'BAILIAN',
    'ALIBABA',
    'MODELSCOPE',
    'COPILOT',
    'GITHUB',
    'GH',
    'GITLAB',
    'MISTRAL',
    'DEEPSEEK',
    'GROQ',
    'XAI',
    'OPENROUTER',
    'TOGETHER',
    'FIREWORKS',
    'CEREBRAS',
    'MOONSHOT',
    'KIMI',
    'ZAI',
    'ZHIPU',
    'ZHIPUAI',
    'MINIMAX',
    'HF',
    'HUGGINGFACE',
    'PERPLEXITY',
    'COHERE',
    'NVIDIA',
    'OLLAMA',
    'LMSTUDIO',
    'LITELLM',
    'CLOUDFLARE',
    'VERCEL',
    'AI_GATEWAY',
    'OTEL',
  ].join('|')})_|(?:^|_)(?:API_KEY|ACCESS_TOKEN|AUTH_TOKEN)$`,
  'i',
)

export function withoutAccounts(user: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(user).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !accounts.test(entry[0]),
    ),
  )
}
