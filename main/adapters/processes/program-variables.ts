/** What a Windows program does not start without. */
const needed = ['SYSTEMROOT', 'WINDIR', 'TEMP', 'TMP']

/** The environment of a program of ours that asks nothing of it. */
export function programVariables(): Record<string, string> {
  return Object.fromEntries(needed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
