import { closeLink, openLink } from './links.ts'
import { getSessionData, listAgents } from './agents.ts'
import { cancelHeartbeat, keepHeartbeat, listHeartbeats, setHeartbeat } from './heartbeats.ts'
import { passPiece, startGathering } from './gatherings.ts'
import { readMessage, replyToAgent, sendToAgent } from './messages.ts'
import { notifyUser } from './notices.ts'
import { openTab } from './tabs.ts'
import type { Tool } from '../shared/tool.ts'

/** Every tool of `janus-agents`. */
export const tools: readonly Tool[] = [
  listAgents,
  getSessionData,
  sendToAgent,
  replyToAgent,
  readMessage,
  notifyUser,
  openLink,
  closeLink,
  setHeartbeat,
  listHeartbeats,
  keepHeartbeat,
  cancelHeartbeat,
  startGathering,
  passPiece,
  openTab,
] as unknown as readonly Tool[]
