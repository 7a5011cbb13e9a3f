import { closeLink, openLink } from './links.ts'
import { getSessionData, listAgents } from './agents.ts'
import { cancelHeartbeat, keepHeartbeat, listHeartbeats, setHeartbeat, setTrigger } from './heartbeats.ts'
import { passPiece, startGathering } from './gatherings.ts'
import { readMessage, replyToAgent, sendToAgent } from './messages.ts'
import { claimFiles } from './files.ts'
import { addTask, claimTask, finishTask, listTasks } from './tasks.ts'
import { notifyUser, openTab } from './user.ts'
import { tableOf } from '../shared/serve.ts'

export const agentTools = tableOf('janus-agents', [
  listAgents,
  getSessionData,
  sendToAgent,
  replyToAgent,
  readMessage,
  notifyUser,
  openLink,
  closeLink,
  setHeartbeat,
  setTrigger,
  listHeartbeats,
  keepHeartbeat,
  cancelHeartbeat,
  addTask,
  listTasks,
  claimTask,
  finishTask,
  claimFiles,
  startGathering,
  passPiece,
  openTab,
])
