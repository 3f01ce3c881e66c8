import path from 'node:path'
import { runCommand } from '../tools/setup/run-command.mjs'

/** Gives the running program a command of the operator; answers what it made. */
export async function askProgram(root, dataFolder, command, options) {
  const words = Object.entries(options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, value],
  )
  const { code, output } = await runCommand(
    process.execPath,
    [path.join(root, 'tools/playhead.mjs'), ...command.split(' '), ...words, '--json'],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PLAYHEAD_DATA: dataFolder } },
  )
  if (code !== 0) throw new Error(output)
  // Progress comes first.
  return JSON.parse(output.trimEnd().split('\n').at(-1))
}
