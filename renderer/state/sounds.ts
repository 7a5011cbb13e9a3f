import type { Settings } from '../../main/contract/app/settings.ts'

/** Each kind has its own switches and sound. */
export type NewsKind = 'needs' | 'finished' | 'harvest'

/** The settings of each kind: system notification and sound. */
export const switchesOf = {
  needs: { told: 'notify', sound: 'sound' },
  finished: { told: 'notifyFinished', sound: 'soundFinished' },
  harvest: { told: 'notifyHarvest', sound: 'soundHarvest' },
} as const satisfies Record<NewsKind, { readonly told: keyof Settings; readonly sound: keyof Settings }>

/** Returns the kind whose sound a setting switches; null for other settings. */
export function soundOf(name: keyof Settings): NewsKind | null {
  const found = Object.entries(switchesOf).find(([, { sound }]) => sound === name)
  return (found?.[0] as NewsKind | undefined) ?? null
}

/** Whether a setting switches system notifications. */
export const isSystemSwitch = (name: keyof Settings): boolean =>
  Object.values(switchesOf).some(({ told }) => told === name)

interface Tone {
  /** Seconds. */
  readonly at: number
  readonly length: number
  readonly hertz: number
}

/** Rising: a question. One low tone: finished. Three soft rising tones: a harvest. */
const tunes: Readonly<Record<NewsKind, readonly Tone[]>> = {
  needs: [
    { at: 0, length: 0.14, hertz: 523 },
    { at: 0.12, length: 0.22, hertz: 784 },
  ],
  finished: [{ at: 0, length: 0.32, hertz: 330 }],
  harvest: [
    { at: 0, length: 0.2, hertz: 392 },
    { at: 0.14, length: 0.2, hertz: 494 },
    { at: 0.28, length: 0.36, hertz: 587 },
  ],
}

const loudness = 0.12

let context: AudioContext | null = null

/** Does nothing without audio. Browsers allow sound only after the first click. */
export async function ring(kind: NewsKind): Promise<void> {
  if (!('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  if (context.state === 'suspended') await context.resume()
  const now = context.currentTime
  for (const { at, length, hertz } of tunes[kind]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = hertz
    gain.gain.setValueAtTime(0, now + at)
    gain.gain.linearRampToValueAtTime(loudness, now + at + 0.015)
    gain.gain.exponentialRampToValueAtTime(0.0001, now + at + length)
    tone.connect(gain).connect(context.destination)
    tone.start(now + at)
    tone.stop(now + at + length)
  }
}
