import { spawnSync } from 'node:child_process'
import { closeInheritedFiles } from '../inherited-files.ts'

// Prints a child's open files before and after the cleanup.
const list = () =>
  spawnSync('sh', ['-c', 'echo $(readlink /proc/$$/fd/*)'], { encoding: 'utf8' }).stdout.trim()
console.log(list())
closeInheritedFiles()
console.log(list())
