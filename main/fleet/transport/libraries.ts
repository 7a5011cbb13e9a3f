/** Loaded only if there is a fleet. */
export interface Libraries {
  readonly nats: typeof import('@nats-io/transport-node')
  readonly jetstream: typeof import('@nats-io/jetstream')
}

export async function loadLibraries(): Promise<Libraries> {
  const [nats, jetstream] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ])
  return { nats, jetstream }
}
