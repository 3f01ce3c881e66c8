import path from 'node:path'
import { runCommand } from '../tools/setup/run-command.mjs'

/** Sends an operator command to the running program; returns its result. */
export const askProgram = async (root, dataFolder, command, options) => {
  const words = Object.entries(options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, value],
  )
  const { code, output } = await runCommand(
    process.execPath,
    [path.join(root, 'tools/playhead.mjs'), ...command.split(' '), ...words, '--json'],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PLAYHEAD_DATA: dataFolder } },
  )
  if (code !== 0) throw new Error(output)
  // Progress lines come before the result.
  return JSON.parse(output.trimEnd().split('\n').at(-1))
}
