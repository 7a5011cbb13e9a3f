type Printed = Pick<NodeJS.WriteStream, 'on'>

/**
 * Anyone who reads what Janus prints may go: a terminal that is closed, a launcher, `head`. What is printed then is lost,
 * and that is all; without a listener the second line would end Janus in the middle of its agents' turns.
 */
export function outliveReaders(streams: readonly Printed[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) stream.on('error', () => undefined)
}
