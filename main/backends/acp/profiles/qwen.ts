import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeOwnerOnly } from '../../../adapters/folder/owner-only.ts'
import { modeIs, type Profile } from '../profile.ts'

/** Alibaba's Qwen Code. */
export const qwen: Profile = {
  kind: 'qwen',
  name: 'Qwen',
  program: 'Qwen Code',
  commands: ['qwen'],
  args: ['--acp'],
  oldest: '0.24.4',
  account: ['QWEN_HOME', 'OPENAI_*', 'DASHSCOPE_*', 'BAILIAN_*', 'GEMINI_*', 'GOOGLE_*', 'ANTHROPIC_*'],
  environment: ({ trusted, cwd, filesFolder }) => trustFiles(filesFolder, trusted ? cwd : null),
  modes: {
    plan: modeIs('plan'),
    default: modeIs('default'),
    acceptEdits: modeIs('auto-edit'),
    auto: modeIs('auto'),
    bypassPermissions: modeIs('yolo'),
  },
  fold: 'drain',
  goesOn: 'load',
  lists: 'folder',
  copiesBy: 'branch',
  servers: 'stdio',
  counting: 'calls',
  ownWord: () => null,
  signedIn: ({ environment, home }) => {
    if (environment['OPENAI_API_KEY'] || environment['DASHSCOPE_API_KEY']) return true
    const folder = environment['QWEN_HOME'] ?? join(home, '.qwen')
    return (
      existsSync(join(folder, 'oauth_creds.json')) ||
      (existsSync(join(folder, 'settings.json')) ? null : false)
    )
  },
  memoryFiles: ['QWEN.md', 'AGENTS.md'],
}

/** It trusts every folder until it is told to ask, and reads which ones from a file: one of Janus's in both cases. */
function trustFiles(folder: string, trusted: string | null): Readonly<Record<string, string>> {
  const settings = join(folder, 'settings.json')
  const folders = join(folder, trusted === null ? 'trusts-nothing.json' : 'trusted.json')
  writeOwnerOnly(settings, JSON.stringify({ security: { folderTrust: { enabled: true } } }))
  writeOwnerOnly(folders, JSON.stringify(trusted === null ? {} : { [trusted]: 'TRUST_FOLDER' }))
  return { QWEN_CODE_SYSTEM_SETTINGS_PATH: settings, QWEN_CODE_TRUSTED_FOLDERS_PATH: folders }
}
