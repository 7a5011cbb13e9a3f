import { listAgents } from './list-agents.ts'
import { readMessage } from './read-message.ts'
import { replyToAgent } from './reply-to-agent.ts'
import { sendToAgent } from './send-to-agent.ts'
import type { Tool } from './tool.ts'

/** Every tool of `janus-agents`. */
export const tools: readonly Tool[] = [
  listAgents,
  sendToAgent,
  replyToAgent,
  readMessage,
] as unknown as readonly Tool[]
