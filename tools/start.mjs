#!/usr/bin/env node
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildProgram } from './setup/build-program.mjs'
import { checkNode } from './setup/check-node.mjs'
import { findFfmpeg } from './setup/find-ffmpeg.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { stopCommandsOnSignal } from './setup/run-command.mjs'
import { runProgram } from './setup/stop.mjs'

const root = path.join(import.meta.dirname, '..')

await runProgram(async () => {
  checkNode()
  const leaveSignals = stopCommandsOnSignal()
  const ffmpeg = findFfmpeg(root)
  await installPackages(root)
  await buildProgram(root)
  await ffmpeg
  leaveSignals()
})

process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
const server = path.join(root, 'build/server/main.js')
process.argv[1] = server
// The server runs in this process, so that it receives signals and sets the exit code itself.
await import(pathToFileURL(server).href)
