import { spawnSync } from 'node:child_process'
import { closeInheritedFiles } from '../inherited-files.ts'

// Prints what a program that it starts has open, before and after.
const list = () =>
  spawnSync('sh', ['-c', 'echo $(readlink /proc/$$/fd/*)'], { encoding: 'utf8' }).stdout.trim()
console.log(list())
closeInheritedFiles()
console.log(list())
