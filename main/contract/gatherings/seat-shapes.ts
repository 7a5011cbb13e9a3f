import { z } from 'zod'
import { modelName, permissionMode } from '../app/settings.ts'
import { kindFields } from '../agents/kind-shapes.ts'
import { effort, line, ref } from '../api/shapes.ts'

/** Name of a gathering, and how somebody in it is called. */
export const gatheringId = z.string().max(40)
export const seatName = z.string().max(400)

const spawn = z.strictObject({
  ...kindFields,
  cwd: z.string().min(1).max(4096).optional(),
  model: modelName.optional(),
  effort: effort.optional(),
  /** Name of one of the person's roles. */
  template: line(40).optional(),
  permissionMode: permissionMode.optional(),
})

/** An agent that there is (`agent`; the one of that name without it), or one to be made (`spawn`). */
export const participantShape = {
  name: seatName.optional(),
  role: line(200).optional(),
  agent: ref.optional(),
  spawn: spawn.optional(),
}
