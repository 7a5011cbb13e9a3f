type Printed = Pick<NodeJS.WriteStream, 'on'>

/**
 * Whoever reads the output may exit: a closed terminal, a launcher, `head`. The output is then lost; without
 * a listener the error would end Janus in the middle of agents' turns.
 */
export function outliveReaders(streams: readonly Printed[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) stream.on('error', () => undefined)
}
