import { spawn } from 'node:child_process'

const children = new Set()

/** Runs a command to its end; resolves to its exit code and, unless inherited, its output. */
export const runCommand = (command, args, options = {}) => {
  const { stdio = 'inherit', env = process.env, cwd } = options
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio, env, cwd })
    children.add(child)
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => {
      children.delete(child)
      resolve({ code: 127, output: error.message })
    })
    child.on('close', (code, signal) => {
      children.delete(child)
      resolve({ code: signal ? 130 : code, output })
    })
  })
}

/** Forwards an interrupt to running commands, so that no child outlives its parent. */
export const stopCommandsOnSignal = () => {
  const stop = (signal) => {
    for (const child of children) child.kill(signal)
    process.exit(130)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return () => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
