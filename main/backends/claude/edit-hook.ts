import type { HookCallback, Options } from '@anthropic-ai/claude-agent-sdk'
import { textIn } from '../../contract/agents/tool-calls.ts'
import type { EditAdvice } from '../../ports/edits.ts'
import { asObject } from '../../adapters/processes/json.ts'

const editTools = 'Edit|MultiEdit|Write|NotebookEdit'

/** Makes the CLI ask before each edit, in every permission mode and also for its subagents. */
export function editHook(before: (path: string) => Promise<EditAdvice>): NonNullable<Options['hooks']> {
  const hook: HookCallback = async (asked) => {
    const path = asked.hook_event_name === 'PreToolUse' ? pathIn(asked.tool_input) : ''
    if (path === '') return {}
    const { words, ask } = await before(path)
    if (words === '' && ask === '') return {}
    return {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        ...(words === '' ? {} : { additionalContext: words }),
        ...(ask === '' ? {} : { permissionDecision: 'ask', permissionDecisionReason: ask }),
      },
    }
  }
  return { PreToolUse: [{ matcher: editTools, hooks: [hook] }] }
}

const pathIn = (input: unknown): string => textIn(asObject(input), 'file_path', 'notebook_path')
