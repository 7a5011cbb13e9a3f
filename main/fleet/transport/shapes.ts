import { z } from 'zod'
import type { Envelope, MachineKey, PeerAgent, Presence } from '../../contract/fleet/machines.ts'
import { kind, line } from '../../contract/api/shapes.ts'

/** `constructor` is excluded because names are used as keys of objects. */
export const machineName = z
  .string()
  .regex(/^(?!constructor$)[a-z][a-z0-9-]{0,23}$/, '1 to 24 of a–z, 0–9 and "-", beginning with a letter')

const version = z.int().min(1).max(1_000_000)
const incarnation = z.string().regex(/^[0-9a-f]{16}$/, '16 hexadecimal digits')

/** The incarnation is empty for a machine from which nothing came yet. */
const heard = z.object({
  incarnation: z.union([incarnation, z.literal('')]),
  n: z.int().min(0),
})

export const machineKey: z.ZodType<MachineKey> = z.object({
  name: machineName,
  key: z.string().regex(/^U[A-Z2-7]{55}$/, 'a key of a user of NATS ("U…")'),
})

export const envelopeShape: z.ZodType<Envelope> = z
  .object({
    v: version,
    min: version,
    from: machineName,
    to: machineName,
    incarnation,
    n: z.int().min(1),
    heard,
    kind: z.string().regex(/^[a-z][a-zA-Z.]{0,63}$/),
    body: z.unknown(),
  })
  .refine(({ body }) => body !== undefined, 'no body')

const peerAgent: z.ZodType<PeerAgent> = z.object({
  id: z.templateLiteral(['agt-', z.string().min(1).max(40)]),
  name: line(200).min(1),
  kind,
  role: z.string().max(10_000),
  look: z.object({ hue: z.int().min(1).max(8), shape: z.int().min(1).max(8) }),
  status: z.enum(['starting', 'idle', 'working', 'asleep', 'stopped', 'failed']),
  needs: z.enum(['permission', 'question', 'card', 'piece']).nullable(),
  shared: z.enum(['ask', 'open']),
})

/** Skips agents that can't be read: a newer Janus may have kinds that this one doesn't know. */
const peerAgents = z
  .array(z.unknown())
  .max(1000)
  .transform((all) =>
    all.flatMap((one) => {
      const read = peerAgent.safeParse(one)
      return read.success ? [read.data] : []
    }),
  )

/** Answer to a Janus with the same key. */
export interface Twin {
  /** The question's nonce, so that an answer can't be replayed. */
  readonly asked: string
  /** Identifies the run of the app. */
  readonly life: string
  /** `comes`: checks whether it is alone; `is`: active; `aside`: inactive. */
  readonly stands: 'comes' | 'is' | 'aside'
}

export const twinShape: z.ZodType<Twin> = z.object({
  asked: z.string().regex(/^[0-9a-f]{32}$/),
  life: z.string().regex(/^[0-9a-f]{12}$/),
  stands: z.enum(['comes', 'is', 'aside']),
})

export const presenceShape: z.ZodType<Presence> = z.object({
  v: version,
  min: version,
  version: line(40),
  incarnation,
  agents: peerAgents,
  user: line(64).min(1).optional(),
  heard: z.record(machineName, heard),
  twice: z.literal(true).optional(),
  roster: z.array(machineKey).max(1000),
})
