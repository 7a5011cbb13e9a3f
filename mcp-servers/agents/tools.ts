import { closeLink } from './close-link.ts'
import { getSessionData } from './look-at-agent.ts'
import { cancelHeartbeat, listHeartbeats, setHeartbeat } from './heartbeats.ts'
import { listAgents } from './list-agents.ts'
import { openLink } from './open-link.ts'
import { passPiece } from './pass-piece.ts'
import { readMessage } from './read-message.ts'
import { replyToAgent } from './reply-to-agent.ts'
import { sendToAgent } from './send-to-agent.ts'
import { startGathering } from './start-gathering.ts'
import type { Tool } from './tool.ts'

/** Every tool of `janus-agents`. */
export const tools: readonly Tool[] = [
  listAgents,
  getSessionData,
  sendToAgent,
  replyToAgent,
  readMessage,
  openLink,
  closeLink,
  setHeartbeat,
  listHeartbeats,
  cancelHeartbeat,
  startGathering,
  passPiece,
] as unknown as readonly Tool[]
