import type { Verb } from './verb.ts'
import { agentVerbs } from './verbs/agents.ts'
import { circleVerbs } from './verbs/circles.ts'
import { commentVerbs } from './verbs/comments.ts'
import { exportVerbs } from './verbs/export.ts'
import { findVerbs } from './verbs/find.ts'
import { fleetVerbs } from './verbs/fleet.ts'
import { gatheringVerbs } from './verbs/gatherings.ts'
import { groupVerbs } from './verbs/groups.ts'
import { janusVerbs } from './verbs/janus.ts'
import { limitVerbs } from './verbs/limits.ts'
import { linkVerbs } from './verbs/links.ts'
import { messageVerbs } from './verbs/messages.ts'
import { resumeVerbs } from './verbs/resume.ts'
import { fileVerbs } from './verbs/files.ts'
import { taskVerbs } from './verbs/tasks.ts'
import { worktreeVerbs } from './verbs/worktrees.ts'
import { selfVerbs } from './verbs/self.ts'
import { settingVerbs } from './verbs/settings.ts'

/** In the order of the help. */
export const verbs: readonly Verb[] = [
  ...agentVerbs,
  ...worktreeVerbs,
  ...resumeVerbs,
  ...messageVerbs,
  ...findVerbs,
  ...exportVerbs,
  ...linkVerbs,
  ...groupVerbs,
  ...taskVerbs,
  ...commentVerbs,
  ...fileVerbs,
  ...gatheringVerbs,
  ...circleVerbs,
  ...limitVerbs,
  ...settingVerbs,
  ...janusVerbs,
  ...fleetVerbs,
  ...selfVerbs,
]
